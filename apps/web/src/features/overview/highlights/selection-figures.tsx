import type { MediaItem } from '@tidemark/contract';
import { highlightFigures } from '@tidemark/presentation';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { versusLabel, usePeriod } from '#web/features/periods/index.ts';
import { compactNumber, plural } from '#web/platform/format.ts';
import styles from './highlights-card.module.css';

const icons = { up: TrendingUp, down: TrendingDown, flat: Minus };

/** Totals for the selected media, or for all if none is selected. */
export function SelectionFigures({ media, selected }: { media: readonly MediaItem[]; selected: number }) {
  const { previous, comparison } = usePeriod();
  return (
    <section className={`${styles.figures} ${styles.room}`} aria-label="Totals" aria-live="polite">
      <p className={styles.chosen}>
        {selected > 0 ? (
          <>
            <b>{selected}</b> selected
          </>
        ) : (
          <>
            All <b>{media.length}</b> {plural(media.length, 'medium', 'media')}
          </>
        )}
      </p>
      <dl>
        {highlightFigures(media).map(({ key, label, text, range, approx, delta }) => {
          const Icon = icons[delta?.direction ?? 'flat'];
          return (
            <div key={key} className={styles.figure}>
              <dt>
                {label}
                <ApproximateDot approx={approx} format={key === 'reach' ? compactNumber : null} />
              </dt>
              <dd>
                <span className={styles.value}>{text}</span>
                {range && <span className={styles.versus}>{range}</span>}
                {!previous ? null : delta ? (
                  <span className={styles.delta} data-direction={delta.direction}>
                    <Icon size={13} aria-hidden="true" />
                    {delta.direction !== 'flat' && <span className="vh">{delta.direction} </span>}
                    {delta.text} <span className={styles.versus}>{versusLabel(comparison)}</span>
                  </span>
                ) : (
                  <span className={styles.versus}>
                    {approx?.reasons.includes('before_first_sync') ? 'nothing to compare with' : 'new in this range'}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
