import type { ReactNode } from 'react';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Background } from '../background.ts';
import styles from './full-screen.module.css';

interface FullScreenProps {
  title?: string;
  text: string;
  /** Animates the brand mark while something is in progress. */
  busy?: boolean;
  children?: ReactNode;
}

export function FullScreen({ title, text, busy = false, children }: FullScreenProps) {
  return (
    <main className={styles.screen} aria-busy={busy || undefined}>
      {!busy && <Background />}
      <div className={styles.mark} data-busy={busy || undefined}>
        <BrandMark size={56} />
      </div>
      {title && <h1 className={styles.title}>{title}</h1>}
      <p className={styles.text} role={busy ? 'status' : undefined}>
        {text}
      </p>
      {children && <div className={styles.actions}>{children}</div>}
    </main>
  );
}
