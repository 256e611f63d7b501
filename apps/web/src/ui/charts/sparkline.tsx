import { line } from 'd3-shape';
import styles from './charts.module.css';
import type { DayValue } from './trend-bars.tsx';

interface SparklineProps {
  series: readonly DayValue[];
  label: string;
  color?: string | undefined;
  width?: number;
  height?: number;
  /** `lowest` shows the movement of a value that hardly changes. */
  baseline?: 'zero' | 'lowest';
}

/** A line without axes, by default as wide as a word. */
export function Sparkline(props: SparklineProps) {
  const { series, label, color = 'var(--pri)', width = 72, height = 22, baseline = 'zero' } = props;
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < 2) return <span className={styles.noSparkline} style={{ width, height }} aria-hidden="true" />;
  const high = Math.max(...values);
  const low = Math.min(...values, baseline === 'zero' ? 0 : Infinity);
  const draw = line<DayValue>()
    .defined(({ value }) => value !== null)
    .x((_, index) => 2 + (index / (series.length - 1)) * (width - 4))
    .y(({ value }) => height - 2 - (((value ?? 0) - low) / (high - low || 1)) * (height - 4));
  const running = series.findIndex(({ isClosed }) => isClosed === false);
  const closed = running < 0 ? series : series.slice(0, running);
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <path
        d={draw([...closed]) ?? ''}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {running >= 0 && (
        <path
          d={draw(series.map((day, index) => (index < running - 1 ? { ...day, value: null } : day))) ?? ''}
          data-running
          fill="none"
          stroke={color}
          strokeWidth={1.75}
          strokeDasharray="0.5 4"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}
