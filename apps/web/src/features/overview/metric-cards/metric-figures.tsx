import type { MetricCard } from '@tidemark/contract';
import { coloredShare, type Direction, trendBarWidth, writeNumber } from '@tidemark/presentation';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { LevelLine } from '#web/ui/charts/level-line.tsx';
import { TrendBars } from '#web/ui/charts/trend-bars.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './metric-card.module.css';

interface MetricValueProps {
  figures: Pick<MetricCard, 'current' | 'approx'>;
  format: (value: number) => string;
  /** Follows the value in small type. */
  unit?: string | undefined;
  /** Adds the whole number as a tooltip if the value is abbreviated. */
  isAbbreviated?: boolean;
}

/** A card's value, with the range that contains it if estimated. */
export function MetricValue({ figures: { current, approx }, format, unit, isAbbreviated }: MetricValueProps) {
  const { text, range } = writeNumber(current, approx, format);
  return (
    <div>
      <p className={styles.value} data-long={text.length > 5}>
        <Tooltip text={isAbbreviated && current >= 1000 ? wholeNumber(current) : null}>
          <span>{text}</span>
        </Tooltip>
        {unit && <span className={styles.unit}>{unit}</span>}
        <ApproximateDot approx={approx} format={format} />
      </p>
      {range && <p className={styles.unit}>{range}</p>}
    </div>
  );
}

interface MetricDaysProps {
  series: MetricCard['series'];
  label: string;
  format: (value: number) => string;
  /** Draws a line for a level, instead of bars. */
  isLevel: boolean;
}

/** A card's days: a line for a level, bars for all other metrics. */
export function MetricDays({ series, label, format, isLevel }: MetricDaysProps) {
  const height = useDaysHeight();
  return isLevel ? (
    <LevelLine series={series} label={label} format={format} height={height} />
  ) : (
    <TrendBars series={series} label={label} format={format} height={height} hatchesEnd />
  );
}

export function useDaysHeight(): number {
  return useMedia('(width < 700px)') ? 26 : 34;
}

interface TrendBarProps {
  direction: Direction | null;
  percentChange: number | null;
  muted?: boolean;
}

/** Draws the size of a change along a card's bottom edge. */
export function TrendBar({ direction, percentChange, muted }: TrendBarProps) {
  const shown = muted ? null : direction;
  return (
    <div className={styles.track} data-direction={shown ?? 'none'} aria-hidden="true">
      <span data-bar style={{ width: `${trendBarWidth(shown ?? 'flat', percentChange)}%` }} />
      {shown === 'down' && <span data-lost style={{ width: `${coloredShare(shown, percentChange)}%` }} />}
    </div>
  );
}
