import styles from './legal-links.module.css';

/** Links to the pages that the server writes for its operator. */
export function LegalLinks() {
  return (
    <p className={styles.links}>
      <a href="/privacy">Privacy</a>
      <a href="/terms">Terms</a>
    </p>
  );
}
