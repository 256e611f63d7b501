import styles from './headline.module.css';

/** The place of the sentence and the line below it. */
export function HeadlinePlaceholder() {
  return (
    <>
      <TextPlaceholder className={styles.sentence}>
        Views fell 00% while conversion rate rose about 00%.
      </TextPlaceholder>
      <TextPlaceholder className={styles.lede}>Most views came on Wednesday, May 00.</TextPlaceholder>
    </>
  );
}

/** Reserves the lines of a text, so that the cards below do not move. */
export function TextPlaceholder({ className, children }: { className: string | undefined; children: string }) {
  return (
    <p className={`${className} ${styles.placeholder}`} aria-hidden="true">
      {children}
    </p>
  );
}
