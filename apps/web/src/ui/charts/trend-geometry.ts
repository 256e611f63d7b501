import { ticks } from 'd3-array';
import { area, line } from 'd3-shape';
import type { DayValue } from './trend-bars.tsx';
import type { TrendLine } from './trend-line.ts';
import { between, spread, yDomain } from './trend-scale.ts';

export const avatarSize = 24;
const avatarApart = 26;
/** More pictures than this would hide each other; arrows and pointer still reach every line. */
const mostAvatars = 8;
export const margin = { top: 44, bottom: 24, left: 42, right: avatarSize + 14 };

export interface DrawnLine {
  trend: TrendLine;
  path: string;
  /** Days between two gaps: there is no line for them to be part of. */
  points: { x: number; y: number }[];
  last: number;
  sum: number;
}

export type TrendGeometry = NonNullable<ReturnType<typeof layOut>>;

/** Everything that moving the pointer does not change; null when there is no value at all. */
export function layOut(lines: readonly TrendLine[], width: number, height: number) {
  const days = lines[0]?.series.map(({ date }) => date) ?? [];
  const values = lines.flatMap(({ series }) => series.flatMap(({ value }) => (value === null ? [] : [value])));
  if (values.length === 0) return null;

  const domain = yDomain(values);
  const floor = height - margin.bottom;
  const y = between(domain, [floor, margin.top]);
  const x = between([0, days.length - 1], [margin.left, width - margin.right]);
  const stroke = line<DayValue>()
    .defined(({ value }) => value !== null)
    .x((_, index) => x(index))
    .y(({ value }) => y(value ?? 0));
  const drawn = lines.map((trend): DrawnLine => ({
    trend,
    path: stroke([...trend.series]) ?? '',
    points: trend.series.flatMap(({ value }, index) =>
      value !== null && isAlone(trend.series, index) ? [{ x: x(index), y: y(value) }] : [],
    ),
    last: trend.series.findLastIndex(({ value }) => value !== null),
    sum: trend.series.reduce((sum, { value }) => sum + (value ?? 0), 0),
  }));
  const shade = area<DayValue>()
    .defined(({ value }) => value !== null)
    .x((_, index) => x(index))
    .y0(floor)
    .y1(({ value }) => y(value ?? 0));

  return {
    days,
    drawn,
    floor,
    x,
    y,
    shade: (trend: TrendLine) => shade([...trend.series]) ?? '',
    ticks: wholeTicks(ticks(...domain, 4)),
    dayTicks: dayTicks(days.length),
    ends: placeEnds(drawn, y, height),
    /** The one with most stands out until another is chosen. */
    leader: drawn.filter(({ last }) => last >= 0).toSorted((one, other) => other.sum - one.sum)[0]?.trend,
  };
}

function placeEnds(drawn: readonly DrawnLine[], y: (value: number) => number, height: number) {
  const ends = drawn
    .flatMap(({ trend, last, sum }) => (last < 0 ? [] : [{ trend, sum, y: y(trend.series[last]?.value ?? 0) }]))
    .toSorted((one, other) => other.sum - one.sum)
    .slice(0, mostAvatars);
  const apart = Math.min(avatarApart, (height - margin.bottom - avatarSize / 2) / Math.max(1, ends.length));
  const tops = spread(
    ends.map((end) => end.y),
    apart,
    [avatarSize / 2, height - margin.bottom + 4],
  );
  return ends.map(({ trend }, index) => ({ trend, y: tops[index] ?? 0 }));
}

/** The line nearest to the pointer on a day. */
export function nearestLine({ drawn, y }: TrendGeometry, day: number, pointer: number): string | undefined {
  let best: { id: string; distance: number } | undefined;
  for (const { trend } of drawn) {
    const value = trend.series[day]?.value ?? null;
    if (value === null) continue;
    const distance = Math.abs(y(value) - pointer);
    if (!best || distance < best.distance) best = { id: trend.id, distance };
  }
  return best?.id;
}

function isAlone(series: readonly DayValue[], index: number): boolean {
  return (series[index - 1]?.value ?? null) === null && (series[index + 1]?.value ?? null) === null;
}

// Accounts, plays and clicks come in ones: half a view is no mark on an axis.
function wholeTicks(marks: number[]): number[] {
  return marks.filter(Number.isInteger);
}

function dayTicks(days: number): number[] {
  if (days <= 1) return days === 1 ? [0] : [];
  const count = Math.min(4, days);
  return Array.from({ length: count }, (_, index) => Math.round((index * (days - 1)) / (count - 1)));
}
