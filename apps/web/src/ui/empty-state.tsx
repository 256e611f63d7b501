import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: ReactNode;
  /** One sentence that explains why. */
  why?: ReactNode;
  /** One button. */
  action?: ReactNode;
  compact?: boolean;
  /** True if this state is the whole page. */
  isPageTitle?: boolean;
}

export function EmptyState({ title, why, action, compact = false, isPageTitle = false }: EmptyStateProps) {
  const Title = isPageTitle ? 'h1' : 'p';
  return (
    <div className={[styles.empty, compact && styles.compact].filter(Boolean).join(' ')}>
      <svg className={styles.motif} viewBox="0 0 84 60" fill="none" aria-hidden="true">
        <circle cx="59" cy="19" r="12" fill="var(--highlight)" opacity=".28" />
        <path d="M4 52 27 22l14 17 11-13 28 26z" fill="var(--pri)" opacity=".16" />
        <path
          d="M2 52c10-7 18-7 26 0s17 7 26 0 18-7 28 0"
          stroke="var(--pri)"
          strokeWidth="2.5"
          strokeLinecap="round"
          opacity=".7"
        />
      </svg>
      <Title className={styles.title}>{title}</Title>
      {why && <p className={styles.why}>{why}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
