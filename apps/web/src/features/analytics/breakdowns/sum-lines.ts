import type { TrendLine } from '#web/ui/charts/trend-line.ts';

/** The sum of all lines; a gap where one of them has one, because a partial sum would look like a fall. */
export function sumLines(lines: readonly TrendLine[], name: string): TrendLine {
  const days = lines[0]?.series ?? [];
  return {
    id: 'total',
    name,
    picture: null,
    color: 'var(--pri)',
    dashed: false,
    series: days.map(({ date }, index) => {
      const values = lines.map(({ series }) => series[index]?.value ?? null);
      return {
        date,
        value: values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
        isClosed: lines.every(({ series }) => series[index]?.isClosed !== false),
      };
    }),
  };
}
