import styles from './headline.module.css';

/** Placeholder for the sentence and the line below it. */
export function HeadlineRoom() {
  return (
    <>
      <Room className={styles.sentence}>Views fell 00% while conversion rate rose about 00%.</Room>
      <Room className={styles.lede}>Most views came on Wednesday, May 00.</Room>
    </>
  );
}

/** Reserves a text's lines, so that the cards below do not move. */
export function Room({ className, children }: { className: string | undefined; children: string }) {
  return (
    <p className={`${className} ${styles.room}`} aria-hidden="true">
      {children}
    </p>
  );
}
