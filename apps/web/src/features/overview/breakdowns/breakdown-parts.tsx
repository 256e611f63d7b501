import type { AccountMetric, Approximation, Breakdown } from '@tidemark/contract';
import {
  approximationBy,
  donutDimension,
  isOverlapping,
  shareOf,
  shareText,
  type Slice,
  slicesBy,
  wholeBehind,
} from '@tidemark/presentation';
import { ApproximateDot, breakdownLabels } from '#web/features/metrics/index.ts';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Donut } from '#web/ui/charts/donut.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './breakdown-parts.module.css';

interface BreakdownPartsProps {
  metric: AccountMetric;
  breakdown: Breakdown;
}

const otherText = 'replies, reposts and advertising';

/** A donut by audience or by kind of interaction, and one bar per content type. */
export function BreakdownParts({ metric, breakdown }: BreakdownPartsProps) {
  const { title, donutLabel } = breakdownLabels[metric];
  const kinds = slicesBy(donutDimension(metric), breakdown);
  const surfaces = slicesBy('media_product_type', breakdown).toSorted((one, other) => other.value - one.value);
  const label = `${title} ${donutLabel}`;
  const isOfPeople = metric === 'reach';
  const overlaps = isOfPeople && [kinds, surfaces].some((parts) => isOverlapping(parts, breakdown.value));
  return (
    <>
      <div className={styles.kinds}>
        <Donut
          slices={kinds}
          label={label}
          format={isOfPeople ? (value) => shareText(value, wholeBehind(kinds, breakdown.value)) : wholeNumber}
          size={88}
        />
        {kinds.length > 0 ? (
          <PartList
            parts={kinds}
            label={label}
            whole={wholeBehind(kinds, breakdown.value)}
            approx={approximationBy(donutDimension(metric), breakdown)}
            isOfPeople={isOfPeople}
          />
        ) : (
          <p className={styles.nothing}>No breakdown is reported here.</p>
        )}
      </div>
      {surfaces.length > 0 && (
        <div className={styles.surfaces}>
          <p className={styles.heading}>
            By content type
            {overlaps && (
              <Tooltip text="Shares of all counts: the same person can count in several.">
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area */}
                <span className={styles.overlap} tabIndex={0}>
                  people overlap
                </span>
              </Tooltip>
            )}
          </p>
          <PartList
            parts={surfaces}
            label={`${title} by content type`}
            whole={wholeBehind(surfaces, breakdown.value)}
            approx={approximationBy('media_product_type', breakdown)}
            isOfPeople={isOfPeople}
            bars
          />
        </div>
      )}
    </>
  );
}

interface PartListProps {
  parts: readonly Slice[];
  label: string;
  whole: number;
  approx: Approximation | null;
  /** Daily counts of people exceed the range's people, so only their shares mean something. */
  isOfPeople?: boolean;
  /** Draws a bar per part, scaled to the largest. */
  bars?: boolean;
}

/** Lists the parts of a whole with their share, and their number unless they are people. */
export function PartList({ parts, label, whole, approx, isOfPeople = false, bars = false }: PartListProps) {
  const largest = Math.max(...parts.map(({ value }) => value));
  return (
    <ul className={styles.list} data-bars={bars || undefined} data-people={isOfPeople || undefined} aria-label={label}>
      {parts.map((part, index) => (
        <li key={part.key}>
          {!bars && <span className={styles.swatch} style={{ background: part.color }} />}
          <span className={styles.name}>{part.label}</span>
          {bars && (
            <span className={styles.track} aria-hidden="true">
              <span style={{ width: `${shareOf(part.value, largest)}%`, background: part.color }} />
            </span>
          )}
          <ApproximateDot approx={approx} format={null} small passive={index > 0} />
          <Tooltip text={isOfPeople ? `${partText(part)} as the sum of days` : partText(part)}>
            <span className={styles.share}>{shareText(part.value, whole)}</span>
          </Tooltip>
          {!isOfPeople && <span className={styles.value}>{compactNumber(part.value)}</span>}
        </li>
      ))}
    </ul>
  );
}

function partText({ label, value }: Slice): string {
  const text = `${label}: ${wholeNumber(value)}`;
  return label === 'Other' ? `${text} (${otherText})` : text;
}
