import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** Things with a name, facts below it and what can be done with them at the end: `Row`s. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

interface RowProps {
  name: ReactNode;
  /** A line each. */
  notes?: readonly ReactNode[];
  /** Below the notes. */
  more?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

export function Row({ name, notes = [], more, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        {notes.map((note, index) => (
          <p key={index} className={styles.note}>
            {note}
          </p>
        ))}
        {more}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </li>
  );
}
