import styles from './first-shell.module.css';

/** Call it when something of the app is drawn in its place, before the browser paints. */
export function removeFirstShell(): void {
  document.querySelector(`.${styles.first}`)?.remove();
}
