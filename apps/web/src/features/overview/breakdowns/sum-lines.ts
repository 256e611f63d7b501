import type { DayValue, TrendLine } from '@tidemark/presentation';

/** Adds up all lines. A gap in one is a gap in the sum, because a partial sum would look like a fall. */
export function sumLines(lines: readonly TrendLine[], name: string): TrendLine {
  return {
    id: 'total',
    name,
    picture: null,
    color: 'var(--pri)',
    dashed: false,
    series: sumDays(lines.map(({ series }) => series)),
    previous: lines.some(({ previous }) => previous) ? sumDays(lines.map(({ previous }) => previous ?? [])) : null,
  };
}

function sumDays(all: readonly (readonly DayValue[])[]): DayValue[] {
  const days = all.find((series) => series.length > 0) ?? [];
  return days.map(({ date }, index) => {
    const values = all.map((series) => series[index]?.value ?? null);
    return {
      date,
      value: values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      isClosed: all.every((series) => series[index]?.isClosed !== false),
    };
  });
}
