import { Info } from 'lucide-react';
import styles from './side-panel.module.css';

export function PanelMenu() {
  return (
    <nav className={styles.menu} aria-label="More">
      <button type="button" className={styles.item} disabled title="About">
        <Info size={19} aria-hidden="true" />
        <span className={styles.label}>About</span>
      </button>
    </nav>
  );
}
