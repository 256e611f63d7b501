import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './select.module.css';

interface SelectProps extends ComponentProps<'select'> {
  label: string;
  /** Places the label next to the control instead of above it. */
  isInline?: boolean;
  children: ReactNode;
}

/** A native select with its label. */
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
