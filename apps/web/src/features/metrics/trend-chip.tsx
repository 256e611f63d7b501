import type { ChangeState } from '@tidemark/contract';
import { type Direction, missingChangeLabels } from '@tidemark/presentation';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { trendPercent } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './trend-chip.module.css';

/** For a chip with content of its own. */
export const trendClass = styles.trend;

interface TrendChipProps {
  /** Null without a certain change; the state says why. */
  direction: Direction | null;
  state: ChangeState;
  percentChange: number | null;
  /** The formatted change, if it is not simply `percentChange`. */
  trend?: string | undefined;
  /** Tooltip with the change, its period, and the two values. Null if no comparison was chosen. */
  explanation: string | null;
  values?: string | null | undefined;
  /** Set in tables, whose header names the metric. */
  isNarrow?: boolean;
}

/** Shows an arrow with the change since the comparison period, or why there is none. */
export function TrendChip({ direction, state, percentChange, trend, explanation, values, isNarrow }: TrendChipProps) {
  if (explanation === null) return null;
  const missing = missingChangeLabels[state];
  const missingText = isNarrow ? missing?.replace('change ', '') : missing;
  const text = values ? (
    <>
      <span className={styles.sentence}>{explanation}</span> <span>{values}</span>
    </>
  ) : (
    explanation
  );
  return (
    <Tooltip text={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area */}
      <span className={styles.trend} data-direction={direction} tabIndex={0}>
        {direction === null ? (
          (missingText ?? (
            <>
              <span aria-hidden="true">—</span>
              <span className="vh">no comparison</span>
            </>
          ))
        ) : (
          <>
            <TrendIcon direction={direction} />
            <span className="vh">{direction}</span>
            {trend ?? (direction === 'flat' ? '0%' : trendPercent(Math.abs(percentChange ?? 0)))}
          </>
        )}
      </span>
    </Tooltip>
  );
}

function TrendIcon({ direction }: { direction: Direction }) {
  const Icon = { up: TrendingUp, down: TrendingDown, flat: Minus }[direction];
  return <Icon size={14} aria-hidden="true" />;
}
