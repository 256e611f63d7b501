import type { ReactNode } from 'react';
import styles from './system.module.css';

export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lede}>{children}</p>
    </div>
  );
}
