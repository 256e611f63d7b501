import type { ComponentProps, ReactNode } from 'react';
import styles from './chip.module.css';

export type ChipTone = 'neutral' | 'good' | 'bad' | 'warn' | 'accent';

interface ChipProps extends ComponentProps<'span'> {
  tone?: ChipTone;
  icon?: ReactNode;
}

export function Chip({ tone = 'neutral', icon, className, children, ...rest }: ChipProps) {
  return (
    <span {...rest} className={[styles.chip, tone !== 'neutral' && styles[tone], className].filter(Boolean).join(' ')}>
      {icon}
      {children}
    </span>
  );
}
