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
  breakdown: Breakdown | null;
  nothing: boolean;
}

const none: Breakdown = { value: 0, isApprox: false, approx: null, breakdowns: [] };

const otherText = 'replies, reposts and advertising';

export function BreakdownParts({ metric, breakdown, nothing }: BreakdownPartsProps) {
  const { title, word, donutLabel } = breakdownLabels[metric];
  const shown = breakdown ?? none;
  const interval = nothing ? null : intervalText(shown.value, shown.approx, compactNumber);
  const total = nothing ? '—' : compactNumber(shown.value);
  const kinds = slicesBy(donutDimension(metric), shown);
  const surfaces = slicesBy('media_product_type', shown);
  const kindsApprox = nothing ? null : approximationBy(donutDimension(metric), shown);
  const label = `${title} ${donutLabel}`;
  const overlaps =
    metric === 'reach' && !nothing && [kinds, surfaces].some((parts) => isOverlapping(parts, shown.value));
  const dot = !nothing && <ApproximateDot approx={shown.approx} format={compactNumber} small />;
  return (
    <>
      <div className={styles.top}>
        <Donut slices={kinds} label={label} format={wholeNumber}>
          <Tooltip text={!interval && shown.value >= 1000 ? wholeNumber(shown.value) : null}>
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
          <SliceList slices={kinds} label={label} whole={wholeBehind(kinds, shown.value)} approx={kindsApprox} />
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
              whole={wholeBehind(surfaces, shown.value)}
              approx={approximationBy('media_product_type', shown)}
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
