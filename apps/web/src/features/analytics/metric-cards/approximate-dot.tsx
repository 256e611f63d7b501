import { Tooltip } from '#web/ui/tooltip.tsx';
import { approximateText } from './card-texts.ts';
import styles from './metric-card.module.css';

/** The yellow dot: no figure is shown as exact that is not. */
export function ApproximateDot() {
  return (
    <Tooltip text={approximateText}>
      <button type="button" className={styles.dot} aria-label="Approximate" />
    </Tooltip>
  );
}
