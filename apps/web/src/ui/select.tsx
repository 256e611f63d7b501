import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './select.module.css';

interface SelectProps extends ComponentProps<'select'> {
  label: string;
  /** Beside the choice instead of above it. */
  isInline?: boolean;
  children: ReactNode;
}

/** The browser’s own choice of one of several values, with its label. */
export function Select({ label, isInline = false, id: givenId, children, ...rest }: SelectProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <div className={styles.field} data-inline={isInline || undefined}>
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id}>
        {children}
      </select>
    </div>
  );
}
