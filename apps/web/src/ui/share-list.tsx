import type { ReactNode } from 'react';
import styles from './share-list.module.css';

export interface ShareRow {
  key: string;
  name: ReactNode;
  /** Precedes the name: a flag, a swatch. */
  mark?: ReactNode;
  percent: number;
  /** Text at the end. */
  text: string;
  /** Shown below the name, in small type. */
  note?: ReactNode;
}

interface ShareListProps {
  label: string;
  rows: readonly ShareRow[];
  /** `largest` makes the first bar the longest; `whole` is relative to 100 percent. */
  against?: 'largest' | 'whole';
}

/** Names, each with a bar and a percentage. */
export function ShareList({ label, rows, against = 'largest' }: ShareListProps) {
  const full = against === 'whole' ? 100 : Math.max(0, ...rows.map(({ percent }) => percent));
  return (
    <ol className={styles.list} aria-label={label}>
      {rows.map(({ key, name, mark, percent, text, note }) => (
        <li key={key} className={styles.row}>
          {mark && <span className={styles.mark}>{mark}</span>}
          <span className={styles.words}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            {note && <span className={styles.note}>{note}</span>}
          </span>
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${full > 0 ? (percent / full) * 100 : 0}%` }} />
          </span>
          <span className={styles.percent}>{text}</span>
        </li>
      ))}
    </ol>
  );
}
