import { type ComponentProps, useId } from 'react';
import fieldBox from './field-box.module.css';
import styles from './text-field.module.css';
import { withinLength } from './within-length.ts';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  /** Counted as people count them. */
  maxCharacters?: number;
}

export function TextArea({ label, maxCharacters, id: givenId, onChange, ...rest }: TextAreaProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id} data-required={rest.required}>
        {label}
      </label>
      <span className={`${fieldBox.box} ${styles.box}`}>
        <textarea {...rest} onChange={withinLength(maxCharacters, onChange)} id={id} className={fieldBox.input} />
      </span>
    </div>
  );
}
