import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  size?: 'normal' | 'small';
  /** False if the label is visible next to it. */
  tooltip?: boolean;
  children: ReactNode;
}

export function IconButton({ label, size, tooltip = true, className, children, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={[styles.icon, size === 'small' && styles.small, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
  return tooltip ? (
    <Tooltip text={label} describes={false}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
