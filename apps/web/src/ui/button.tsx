import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'soft' | 'plain' | 'text' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  icon?: ReactNode;
  /** While true, the button ignores clicks and shows `busyLabel`. */
  busy?: boolean;
  busyLabel?: string;
}

export function buttonClass(variant: ButtonVariant = 'plain', size: 'normal' | 'small' = 'normal'): string {
  return [styles.button, styles[variant], size === 'small' && styles.small].filter(Boolean).join(' ');
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyLabel,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[buttonClass(variant, size), className].filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
