import { type ComponentProps, useId } from 'react';
import fieldBox from './field-box.module.css';
import styles from './text-field.module.css';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
}

export function TextArea({ label, id: givenId, ...rest }: TextAreaProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id} data-required={rest.required}>
        {label}
      </label>
      <span className={`${fieldBox.box} ${styles.box}`}>
        <textarea {...rest} id={id} className={fieldBox.input} />
      </span>
    </div>
  );
}
