import type { AccountMetric, Breakdown } from '@tidemark/contract';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Donut, type Slice } from '#web/ui/charts/donut.tsx';
import { StackedBar } from '#web/ui/charts/stacked-bar.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import styles from './breakdown-card.module.css';
import { donutDimension, isApproximateBy, shareText, slicesBy } from './breakdown-slices.ts';
import { breakdownTexts } from './breakdown-texts.ts';

interface BreakdownPartsProps {
  metric: AccountMetric;
  breakdown: Breakdown | null;
  nothing: boolean;
}

const none: Breakdown = { value: 0, isApprox: false, breakdowns: [] };

export function BreakdownParts({ metric, breakdown, nothing }: BreakdownPartsProps) {
  const { title, word, donutLabel } = breakdownTexts[metric];
  const shown = breakdown ?? none;
  const total = nothing ? '—' : compactNumber(shown.value);
  const kinds = slicesBy(donutDimension(metric), shown);
  const surfaces = slicesBy('media_product_type', shown);
  return (
    <>
      <div className={styles.top}>
        <Donut slices={kinds} label={`${title} ${donutLabel}`} format={wholeNumber}>
          <Tooltip text={shown.value >= 1000 ? wholeNumber(shown.value) : null}>
            <span className={styles.total} data-long={total.length > 5}>
              {total}
            </span>
          </Tooltip>
          <span className={styles.word}>
            {word}
            {!nothing && (shown.isApprox || isApproximateBy(donutDimension(metric), shown)) && <ApproximateDot />}
          </span>
        </Donut>
        {kinds.length > 0 && !nothing ? (
          <SliceList slices={kinds} label={`${title} ${donutLabel}`} />
        ) : (
          <p className={styles.nothing}>{nothing ? `No ${word} data available` : 'Instagram tells no parts here.'}</p>
        )}
      </div>
      <div className={styles.surfaces}>
        <p className={styles.heading}>
          By content type
          {!nothing && isApproximateBy('media_product_type', shown) && <ApproximateDot />}
        </p>
        {surfaces.length > 0 && !nothing ? (
          <>
            <StackedBar slices={surfaces} label={`${title} by content type`} format={wholeNumber} />
            <SliceList slices={surfaces} label={`${title} by content type`} columns />
          </>
        ) : (
          <div className={styles.emptyBar} />
        )}
      </div>
    </>
  );
}

function SliceList({ slices, label, columns = false }: { slices: readonly Slice[]; label: string; columns?: boolean }) {
  return (
    <ul className={columns ? styles.legendColumns : styles.legend} aria-label={label}>
      {slices.map((slice) => (
        <li key={slice.key}>
          <span className={styles.swatch} style={{ background: slice.color }} />
          <span className={styles.name}>{slice.label}</span>
          <Tooltip text={`${slice.label}: ${wholeNumber(slice.value)}`}>
            <span className={styles.share}>{shareText(slice.value, slices)}</span>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
