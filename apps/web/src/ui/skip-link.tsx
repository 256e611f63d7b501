import styles from './skip-link.module.css';

/** Visible only while focused: leads the keyboard past what lies between. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      {children}
    </a>
  );
}
