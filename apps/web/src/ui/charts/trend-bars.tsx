import styles from './charts.module.css';

export interface DayValue {
  date: string;
  value: number | null;
  /** False while the day is still running, so that its value is partial. */
  isClosed?: boolean;
}

interface TrendBarsProps {
  series: readonly DayValue[];
  label: string;
  format: (value: number) => string;
  height?: number;
  /** Hatches the days after the last value, if these were not synced. */
  hatchesEnd?: boolean;
}

const recentDays = 7;

const captionHeight = 14;

/**
 * One thin bar per day: older days pale, the last seven strong, the highest highlighted, a running one hatched. A
 * missing day is a gap.
 */
export function TrendBars({ series, label, format, height = 34, hatchesEnd = false }: TrendBarsProps) {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return <div style={{ height }} aria-hidden="true" />;
  const last = hatchesEnd ? series.findLastIndex(({ value }) => value !== null) : series.length;
  const isRunning = series.some(({ value, isClosed }) => value !== null && isClosed === false);
  return (
    <figure
      aria-label={`${label}, day by day: lowest ${format(Math.min(...values))}, highest ${format(Math.max(...values))}${isRunning ? '; the hatched day is in progress' : ''}${last < series.length - 1 ? '; the last days are not synced' : ''}`}
    >
      <div className={styles.bars} style={{ height: isRunning ? height - captionHeight : height }}>
        {toBars(series).map((bar, index) => (
          <span
            key={series[index]?.date}
            data-bar={barKind(bar, index >= series.length - recentDays, index > last)}
            style={bar ? { height: `${bar.share * 100}%` } : undefined}
          />
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

type Bar = ReturnType<typeof toBars>[number];

function barKind(bar: Bar, isRecent: boolean, isAfterLast: boolean): string {
  if (bar === null) return isAfterLast ? 'missing' : 'gap';
  if (bar.running) return 'running';
  return bar.peak ? 'peak' : isRecent ? 'recent' : 'older';
}

const shortest = 0.08;
/** The highest day stands out only if it is that many times the median. */
const remarkable = 1.25;

export function toBars(series: readonly DayValue[]) {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const high = Math.max(...values);
  const low = Math.min(...values);
  const floor = Math.min(0, low);
  const usual = values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? high;
  const isRemarkable = high > usual * remarkable;
  const peak = isRemarkable ? series.findIndex(({ value, isClosed }) => value === high && isClosed !== false) : -1;
  return series.map(({ date, value, isClosed }, index) => {
    if (value === null) return null;
    const share = high === floor ? (high === 0 ? shortest : 0.5) : (value - floor) / (high - floor);
    return { date, share: Math.max(shortest, share), peak: index === peak, running: isClosed === false };
  });
}
