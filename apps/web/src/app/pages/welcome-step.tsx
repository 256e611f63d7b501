import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './welcome-page.module.css';

interface WelcomeStepProps {
  number: number;
  name: string;
  lede: string;
  /** A finished step's result. */
  summary: string | null;
  open: boolean;
  onOpen: () => void;
  children: ReactNode;
}

/** One line, or the whole step while open. */
export function WelcomeStep({ number, name, lede, summary, open, onOpen, children }: WelcomeStepProps) {
  const isDone = summary !== null;
  return (
    <li className={styles.step} data-open={open || undefined} aria-current={open ? 'step' : undefined}>
      <div className={styles.head}>
        <span className={styles.number} data-done={isDone || undefined} aria-hidden="true">
          {isDone ? '✓' : number}
        </span>
        <h2 className={styles.stepTitle}>
          {name}
          {isDone && <span className="vh"> (done)</span>}
        </h2>
        {!open && <p className={styles.summary}>{summary}</p>}
        {!open && (
          <Button variant="text" size="small" aria-label={`${isDone ? 'Change' : 'Open'}: ${name}`} onClick={onOpen}>
            {isDone ? 'Change' : 'Open'}
          </Button>
        )}
      </div>
      {open && (
        <div className={styles.body}>
          <p className={styles.hint}>{lede}</p>
          {children}
        </div>
      )}
    </li>
  );
}
