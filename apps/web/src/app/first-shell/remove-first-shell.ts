import styles from './first-shell.module.css';

/** Removes the first shell. Call once the app has drawn something in its place, before the browser paints. */
export function removeFirstShell(): void {
  document.querySelector(`.${styles.first}`)?.remove();
}
