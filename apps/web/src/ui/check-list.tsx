import { Check, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './check-list.module.css';

const icons = { ok: Check, warning: TriangleAlert, error: X };
const levels = { ok: 'Passed: ', warning: 'Warning: ', error: 'Failed: ' };

/** Test results, announced when they appear. */
export function CheckList({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.checks} role="status">
      {children}
    </ul>
  );
}

export function CheckResult({ level, children }: { level: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[level];
  return (
    <li data-level={level}>
      <Icon size={17} aria-hidden="true" />
      <span>
        <span className="vh">{levels[level]}</span>
        {children}
      </span>
    </li>
  );
}
