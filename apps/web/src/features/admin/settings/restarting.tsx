import styles from './settings.module.css';

/** Says that the server takes the changed settings over. */
export function Restarting() {
  return (
    <p className={styles.note} role="status">
      Saved. Tidemark is restarting with it; this takes a few seconds.
    </p>
  );
}
