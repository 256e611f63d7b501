import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  size?: 'normal' | 'small';
  /** False if the label is visible next to it. */
  tooltip?: boolean;
  /** The reason it is inactive; it stays focusable, so that everyone can learn it. */
  reason?: string | null;
  children: ReactNode;
}

export function IconButton({
  label,
  size,
  tooltip = true,
  reason,
  className,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-disabled={reason ? true : undefined}
      {...rest}
      onClick={reason ? undefined : onClick}
      className={[styles.icon, size === 'small' && styles.small, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
  return tooltip ? (
    <Tooltip text={reason ? `${label}. ${reason}` : label} describes={Boolean(reason)}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
