import type { ReactNode } from 'react';
import styles from './credentials.module.css';

interface CredentialRowProps {
  name: string;
  note?: ReactNode;
  more?: ReactNode;
  children?: ReactNode;
}

export function CredentialRow({ name, note, more, children }: CredentialRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        {note && <p className={styles.note}>{note}</p>}
        {more}
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}
