import { type DayValue, toLevelPaths } from '@tidemark/presentation';

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
  const paths = toLevelPaths(series, { width, height, baseline });
  if (!paths) return <svg width={width} height={height} aria-hidden="true" />;
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <path
        d={paths.closed}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {paths.running && (
        <path
          d={paths.running}
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
