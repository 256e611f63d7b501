import { type ComponentProps, type ReactNode, useId } from 'react';
import fieldBox from './field-box.module.css';
import styles from './text-field.module.css';
import { withinLength } from './within-length.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** Shows the label to screen readers only, such as in a toolbar. */
  hideLabel?: boolean;
  /** Counted as people count them; `maxLength` counts an emoji's parts. */
  maxCharacters?: number;
  hint?: ReactNode;
  error?: string | null;
  icon?: ReactNode;
  end?: ReactNode;
}

export function TextField({
  label,
  hideLabel = false,
  maxCharacters,
  hint,
  error,
  icon,
  end,
  id: givenId,
  className,
  onChange,
  ...rest
}: TextFieldProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={hideLabel ? 'vh' : styles.label} htmlFor={id} data-required={rest.required}>
        {label}
      </label>
      <span className={`${fieldBox.box} ${styles.box}`}>
        {icon}
        <input
          {...rest}
          onChange={withinLength(maxCharacters, onChange)}
          id={id}
          className={fieldBox.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId(id, hint, error)}
        />
        {end}
      </span>
      <Note id={id} hint={hint} error={error} />
    </div>
  );
}

function noteId(id: string, hint: ReactNode, error: string | null | undefined): string | undefined {
  return error || hint ? `${id}-note` : undefined;
}

function Note({ id, hint, error }: { id: string; hint: ReactNode; error: string | null | undefined }) {
  if (error)
    return (
      <span id={`${id}-note`} className={styles.error} role="alert">
        {error}
      </span>
    );
  return hint ? (
    <span id={`${id}-note`} className={styles.hint}>
      {hint}
    </span>
  ) : null;
}
