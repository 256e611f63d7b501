import styles from './charts.module.css';

export interface DayValue {
  date: string;
  value: number | null;
}

interface TrendBarsProps {
  series: readonly DayValue[];
  label: string;
  format: (value: number) => string;
  height?: number;
  /** `zero` compares sizes; `lowest` shows the movement of a figure that hardly changes. */
  baseline?: 'zero' | 'lowest';
}

const recentDays = 7;

/** Thin bars, a day each: older pale, the last seven strong, the highest in the highlight. A missing day is a gap. */
export function TrendBars({ series, label, format, height = 34, baseline = 'zero' }: TrendBarsProps) {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return <div style={{ height }} aria-hidden="true" />;
  return (
    <figure
      className={styles.bars}
      style={{ height }}
      aria-label={`${label}, day by day: lowest ${format(Math.min(...values))}, highest ${format(Math.max(...values))}`}
    >
      {toBars(series, baseline).map((bar, index) => (
        <span
          key={series[index]?.date}
          data-bar={bar === null ? 'gap' : bar.peak ? 'peak' : index >= series.length - recentDays ? 'recent' : 'older'}
          style={bar ? { height: `${bar.share * 100}%` } : undefined}
        />
      ))}
    </figure>
  );
}

const shortest = 0.08;

export function toBars(series: readonly DayValue[], baseline: 'zero' | 'lowest') {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const high = Math.max(...values);
  const low = Math.min(...values);
  const floor = baseline === 'zero' ? Math.min(0, low) : low - (high - low) * 0.4;
  const peak = high > low ? series.findIndex(({ value }) => value === high) : -1;
  return series.map(({ date, value }, index) => {
    if (value === null) return null;
    const share = high === floor ? (high === 0 ? shortest : 0.5) : (value - floor) / (high - floor);
    return { date, share: Math.max(shortest, share), peak: index === peak };
  });
}
