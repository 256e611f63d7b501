import styles from './headline.module.css';

/** Reserves the lines of a text, so that the cards below do not move. */
export function Room({ className, children }: { className: string | undefined; children: string }) {
  return (
    <p className={`${className} ${styles.room}`} aria-hidden="true">
      {children}
    </p>
  );
}
