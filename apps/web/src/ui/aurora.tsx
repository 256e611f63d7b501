import { useAuroraStill } from './appearance.ts';
import styles from './aurora.module.css';

/** Animated background for every page. Render it once, before everything else. */
export function Aurora() {
  const still = useAuroraStill();
  return (
    <div className={[styles.sky, still && styles.paused].filter(Boolean).join(' ')} aria-hidden="true">
      <div className={`${styles.light} ${styles.one}`} />
      <div className={`${styles.light} ${styles.two}`} />
      <div className={`${styles.light} ${styles.three}`} />
      <div className={`${styles.light} ${styles.four}`} />
    </div>
  );
}
