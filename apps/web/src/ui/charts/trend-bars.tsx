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
  /** `zero` compares sizes; `lowest` shows the movement of a value that hardly changes. */
  baseline?: 'zero' | 'lowest';
}

const recentDays = 7;

const captionHeight = 14;

/**
 * One thin bar per day: older days pale, the last seven strong, the highest highlighted, a running one hatched. A
 * missing day is a gap.
 */
export function TrendBars({ series, label, format, height = 34, baseline = 'zero' }: TrendBarsProps) {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return <div style={{ height }} aria-hidden="true" />;
  const isRunning = series.some(({ value, isClosed }) => value !== null && isClosed === false);
  return (
    <figure
      aria-label={`${label}, day by day: lowest ${format(Math.min(...values))}, highest ${format(Math.max(...values))}${isRunning ? '; the hatched day is in progress' : ''}`}
    >
      <div className={styles.bars} style={{ height: isRunning ? height - captionHeight : height }}>
        {toBars(series, baseline).map((bar, index) => (
          <span
            key={series[index]?.date}
            data-bar={barKind(bar, index >= series.length - recentDays)}
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

function barKind(bar: Bar, isRecent: boolean): string {
  if (bar === null) return 'gap';
  if (bar.running) return 'running';
  return bar.peak ? 'peak' : isRecent ? 'recent' : 'older';
}

const shortest = 0.08;

export function toBars(series: readonly DayValue[], baseline: 'zero' | 'lowest') {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const high = Math.max(...values);
  const low = Math.min(...values);
  const floor = baseline === 'zero' ? Math.min(0, low) : low - (high - low) * 0.4;
  const peak = high > low ? series.findIndex(({ value, isClosed }) => value === high && isClosed !== false) : -1;
  return series.map(({ date, value, isClosed }, index) => {
    if (value === null) return null;
    const share = high === floor ? (high === 0 ? shortest : 0.5) : (value - floor) / (high - floor);
    return { date, share: Math.max(shortest, share), peak: index === peak, running: isClosed === false };
  });
}
