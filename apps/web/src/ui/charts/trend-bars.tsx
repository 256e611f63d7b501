import { type DayValue, toDayBars } from '@tidemark/presentation';
import styles from './charts.module.css';
import { DenseBars } from './dense-bars.tsx';

interface TrendBarsProps {
  series: readonly DayValue[];
  label: string;
  format: (value: number) => string;
  height?: number;
  /** Hatches the days after the last value, if these were not synced. */
  hatchesEnd?: boolean;
}

const captionHeight = 14;
/** Bars touch each other from this many days on. */
const denseDays = 45;

/**
 * One thin bar per day: older days pale, the last seven strong, the highest highlighted, a running one hatched. A
 * missing day is a gap.
 */
export function TrendBars({ series, label, format, height = 34, hatchesEnd = false }: TrendBarsProps) {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return <div style={{ height }} aria-hidden="true" />;
  const last = hatchesEnd ? series.findLastIndex(({ value }) => value !== null) : series.length;
  const bars = toDayBars(series, hatchesEnd);
  const isDense = bars.length >= denseDays;
  const plain = isDense ? bars.slice(0, bars.findLastIndex(({ kind }) => kind === 'older') + 1) : [];
  const isRunning = series.some(({ value, isClosed }) => value !== null && isClosed === false);
  return (
    <figure
      aria-label={`${label}, day by day: lowest ${format(Math.min(...values))}, highest ${format(Math.max(...values))}${isRunning ? '; the hatched day is in progress' : ''}${last < series.length - 1 ? '; the last days are not synced' : ''}`}
    >
      <div
        className={styles.bars}
        data-dense={isDense || undefined}
        style={{ height: isRunning ? height - captionHeight : height }}
      >
        {plain.length > 0 && <DenseBars bars={plain} />}
        {bars.slice(plain.length).map(({ kind, share }, index) => (
          <span key={index} data-bar={kind} style={share ? { height: `${share * 100}%` } : undefined} />
        ))}
      </div>
      {isRunning && (
        <div className={styles.soFar} aria-hidden="true">
          <span data-bar="running" /> so far
        </div>
      )}
    </figure>
  );
}
