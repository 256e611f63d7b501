import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './collapsible-card.module.css';

interface CollapsibleCardProps {
  title: ReactNode;
  sub?: ReactNode;
  icon?: ReactNode;
  /** Shown next to the title, such as a status chip. */
  aside?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

export function CollapsibleCard({ title, sub, icon, aside, open, onOpenChange, children }: CollapsibleCardProps) {
  return (
    <details
      className={styles.card}
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) onOpenChange(event.currentTarget.open);
      }}
    >
      <summary className={styles.summary}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <div className={styles.words}>
          <h2 className={styles.title}>{title}</h2>
          {sub && <p className={styles.sub}>{sub}</p>}
        </div>
        {aside}
        <ChevronDown size={18} className={styles.chevron} aria-hidden="true" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
