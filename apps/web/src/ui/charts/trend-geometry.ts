import { ticks } from 'd3-array';
import { area, line } from 'd3-shape';
import type { DayValue } from './trend-bars.tsx';
import type { TrendLine } from './trend-line.ts';
import { between, logTicks, type Scale, scales, spread, yDomain } from './trend-scale.ts';

export const avatarSize = 24;
const avatarApart = 26;
/** More avatars would overlap; arrow keys and the pointer still reach every line. */
const maxAvatars = 8;
export const margin = { top: 44, bottom: 24, left: 42, right: avatarSize + 14 };

export interface DrawnLine {
  trend: TrendLine;
  path: string;
  /** The dotted segments to and from a running day. */
  runningPath: string;
  /** Days between two gaps, which belong to no line. */
  points: { x: number; y: number }[];
  last: number;
  sum: number;
}

export type TrendGeometry = NonNullable<ReturnType<typeof layOut>>;

/** Everything that does not depend on the pointer; null without any values. */
export function layOut(lines: readonly TrendLine[], width: number, height: number, scale: Scale = 'linear') {
  const days = lines[0]?.series.map(({ date }) => date) ?? [];
  const values = lines.flatMap(({ series }) => series.flatMap(({ value }) => (value === null ? [] : [value])));
  if (values.length === 0) return null;

  const toScale = scales[scale];
  const domain = yDomain(values.map(toScale));
  const floor = height - margin.bottom;
  const onAxis = between(domain, [floor, margin.top]);
  const y = (value: number) => onAxis(toScale(value));
  const x = between([0, days.length - 1], [margin.left, width - margin.right]);
  const stroke = line<DayValue>()
    .defined((day) => day.value !== null && day.isClosed !== false)
    .x((_, index) => x(index))
    .y(({ value }) => y(value ?? 0));
  const drawn = lines.map((trend): DrawnLine => ({
    trend,
    path: stroke([...trend.series]) ?? '',
    runningPath: runningSteps(trend.series)
      .map(
        ([from, to]) => `M${x(from)} ${y(trend.series[from]?.value ?? 0)}L${x(to)} ${y(trend.series[to]?.value ?? 0)}`,
      )
      .join(''),
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
    ticks: scale === 'log' ? logTicks(domain) : wholeTicks(ticks(...domain, 4)),
    dayTicks: dayTicks(days.length),
    ends: placeEnds(drawn, y, height),
    running: runningBand(lines, x),
    /** The line with the largest sum is emphasised until another is selected. */
    leader: drawn.filter(({ last }) => last >= 0).toSorted((one, other) => other.sum - one.sum)[0]?.trend,
  };
}

const singleDayWidth = 24;

/** Steps between days of which at least one is still running. */
function runningSteps(series: readonly DayValue[]): [from: number, to: number][] {
  return series.flatMap((day, index): [number, number][] => {
    const before = series[index - 1];
    if (!before || before.value === null || day.value === null) return [];
    return before.isClosed === false || day.isClosed === false ? [[index - 1, index]] : [];
  });
}

/** The trailing days that are still running in any of the lines; null when all are closed. */
function runningBand(lines: readonly TrendLine[], x: (index: number) => number) {
  const isRunning = (index: number) =>
    lines.some(({ series }) => series[index]?.isClosed === false && series[index]?.value !== null);
  const count = lines[0]?.series.length ?? 0;
  let first = count;
  while (first > 0 && isRunning(first - 1)) first -= 1;
  if (first === count) return null;
  // A single day is centred: its band extends equally to both sides.
  const half = count > 1 ? (x(1) - x(0)) / 2 : singleDayWidth / 2;
  const start = Math.max(x(first) - half, margin.left);
  return { x: start, width: Math.max(0, x(count - 1) + Math.min(half, avatarSize / 2) - start) };
}

function placeEnds(drawn: readonly DrawnLine[], y: (value: number) => number, height: number) {
  const ends = drawn
    .flatMap(({ trend, last, sum }) => (last < 0 ? [] : [{ trend, sum, y: y(trend.series[last]?.value ?? 0) }]))
    .toSorted((one, other) => other.sum - one.sum)
    .slice(0, maxAvatars);
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

// Counts are whole numbers: half a view is not a useful tick.
function wholeTicks(marks: number[]): number[] {
  return marks.filter(Number.isInteger);
}

function dayTicks(days: number): number[] {
  if (days <= 1) return days === 1 ? [0] : [];
  const count = Math.min(4, days);
  return Array.from({ length: count }, (_, index) => Math.round((index * (days - 1)) / (count - 1)));
}
