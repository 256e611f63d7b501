import type { DayValue } from '@tidemark/presentation';
import { Sparkline } from './sparkline.tsx';
import { useWidth } from './use-width.ts';

interface LevelLineProps {
  series: readonly DayValue[];
  label: string;
  format: (value: number) => string;
  height?: number;
  color?: string;
}

/** Charts a level, such as the number of followers: bars from zero would all look the same. */
export function LevelLine({ series, label, format, height = 34, color }: LevelLineProps) {
  const [frame, width] = useWidth(136);
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const range =
    values.length === 0 ? '' : `, day by day: from ${format(values[0] ?? 0)} to ${format(values.at(-1) ?? 0)}`;
  return (
    <div ref={frame} style={{ height }}>
      <Sparkline series={series} label={label + range} width={width} height={height} baseline="lowest" color={color} />
    </div>
  );
}
