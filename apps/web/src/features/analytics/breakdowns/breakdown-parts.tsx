import type { AccountMetric, Approximation, Breakdown } from '@tidemark/contract';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Donut, type Slice } from '#web/ui/charts/donut.tsx';
import { StackedBar } from '#web/ui/charts/stacked-bar.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { intervalText } from '../exactness/approximation-labels.ts';
import { Interval } from '../exactness/interval.tsx';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import styles from './breakdown-card.module.css';
import {
  approximationBy,
  donutDimension,
  isOverlapping,
  shareText,
  slicesBy,
  wholeBehind,
} from './breakdown-slices.ts';
import { breakdownLabels } from './breakdown-labels.ts';

interface BreakdownPartsProps {
  metric: AccountMetric;
  breakdown: Breakdown;
  nothing: boolean;
}

const otherText = 'replies, reposts and advertising';

export function BreakdownParts({ metric, breakdown, nothing }: BreakdownPartsProps) {
  const { title, word, donutLabel } = breakdownLabels[metric];
  const interval = nothing ? null : intervalText(breakdown.value, breakdown.approx, compactNumber);
  const total = nothing ? '—' : compactNumber(breakdown.value);
  const kinds = slicesBy(donutDimension(metric), breakdown);
  const surfaces = slicesBy('media_product_type', breakdown);
  const kindsApprox = nothing ? null : approximationBy(donutDimension(metric), breakdown);
  const label = `${title} ${donutLabel}`;
  const overlaps =
    metric === 'reach' && !nothing && [kinds, surfaces].some((parts) => isOverlapping(parts, breakdown.value));
  const dot = !nothing && <ApproximateDot approx={breakdown.approx} format={compactNumber} small />;
  return (
    <>
      <div className={styles.top}>
        <Donut slices={kinds} label={label} format={wholeNumber}>
          <Tooltip text={!interval && breakdown.value >= 1000 ? wholeNumber(breakdown.value) : null}>
            <span className={styles.total} data-long={interval ? 'interval' : total.length > 5}>
              {interval ? <Interval text={interval} /> : total}
              {interval && dot}
            </span>
          </Tooltip>
          <span className={styles.word}>
            {word}
            {!interval && dot}
          </span>
        </Donut>
        {kinds.length > 0 && !nothing ? (
          <SliceList slices={kinds} label={label} whole={wholeBehind(kinds, breakdown.value)} approx={kindsApprox} />
        ) : (
          <p className={styles.nothing}>
            {nothing ? `No ${word} data available` : 'Instagram provides no breakdown here.'}
          </p>
        )}
      </div>
      <div className={styles.surfaces}>
        <p className={styles.heading}>
          By content type
          {overlaps && (
            <Tooltip text="These numbers don’t add up to total reach: the same person can be counted in several of them.">
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area */}
              <span className={styles.overlap} tabIndex={0}>
                numbers overlap
              </span>
            </Tooltip>
          )}
        </p>
        {surfaces.length > 0 && !nothing ? (
          <>
            <StackedBar slices={surfaces} label={`${title} by content type`} format={wholeNumber} />
            <SliceList
              slices={surfaces}
              label={`${title} by content type`}
              whole={wholeBehind(surfaces, breakdown.value)}
              approx={approximationBy('media_product_type', breakdown)}
              columns
            />
          </>
        ) : (
          <div className={styles.emptyBar} />
        )}
      </div>
    </>
  );
}

interface SliceListProps {
  slices: readonly Slice[];
  label: string;
  whole: number;
  approx: Approximation | null;
  columns?: boolean;
}

function SliceList({ slices, label, whole, approx, columns = false }: SliceListProps) {
  return (
    <ul className={columns ? styles.legendColumns : styles.legend} aria-label={label}>
      {slices.map((slice, index) => (
        <li key={slice.key}>
          <span className={styles.swatch} style={{ background: slice.color }} />
          <span className={styles.name}>{slice.label}</span>
          <ApproximateDot approx={approx} format={null} small passive={index > 0} />
          <Tooltip text={sliceText(slice)}>
            <span className={styles.share}>{shareText(slice.value, whole)}</span>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

function sliceText({ label, value }: Slice): string {
  const text = `${label}: ${wholeNumber(value)}`;
  return label === 'Other' ? `${text} (${otherText})` : text;
}
