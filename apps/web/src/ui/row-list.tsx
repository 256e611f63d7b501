import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** List of `Row`s: a name, facts below it, and actions at the end. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

interface RowProps {
  name: ReactNode;
  /** One line each. */
  notes?: readonly ReactNode[];
  /** Shown below the notes. */
  more?: ReactNode;
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
