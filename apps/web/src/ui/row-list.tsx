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
  headingLevel?: 2 | 3;
  children?: ReactNode;
}

export function Row({ name, notes = [], more, headingLevel = 3, children }: RowProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Heading className={styles.name}>{name}</Heading>
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
