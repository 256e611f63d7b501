import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './figure-card.module.css';

interface FigureCardProps {
  title: string;
  /** Undefined while it loads. */
  value: string | undefined;
  /** Tooltip that explains how the value is calculated. */
  explanation?: string;
  note?: ReactNode;
  tone?: 'bad' | undefined;
  children?: ReactNode;
}

export function FigureCard({ title, value, explanation, note, tone, children }: FigureCardProps) {
  return (
    <Card title={<span className={styles.title}>{title}</span>} className={styles.card} aria-busy={value === undefined}>
      <Tooltip text={explanation}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area */}
        <p className={styles.value} data-tone={tone} tabIndex={explanation ? 0 : undefined}>
          {value === undefined ? <Skeleton width={90} height={26} /> : value}
        </p>
      </Tooltip>
      {note && <p className={styles.note}>{note}</p>}
      {children && <div className={styles.chart}>{children}</div>}
    </Card>
  );
}
