import styles from './skip-link.module.css';

/** Visible only while focused: skips the content in between. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      {children}
    </a>
  );
}
