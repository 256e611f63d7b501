import { ticks } from 'd3-array';
import { area, line } from 'd3-shape';
import type { DayValue } from './day-bars.ts';
import type { TrendLine } from './trend-line.ts';
import type { UsualDay } from './usual-days.ts';
import { between, logTicks, type Scale, scales, spread, yDomain } from './trend-scale.ts';

export const avatarSize = 24;
const avatarApart = 26;
/** More avatars would overlap; arrow keys and the pointer still reach every line. */
const maxAvatars = 6;
export const margin = { bottom: 24, left: 42, right: avatarSize + 8 };
/** Space above the plot: the readout, two lines high with a comparison, and below it a hatched band's label. */
const readoutHeight = 46;
const comparedReadoutHeight = 64;
/** Space for the first and last day's centred labels. */
const inset = 18;

export interface DrawnLine {
  trend: TrendLine;
  path: string;
  /** Dotted segments to and from a running day. */
  runningPath: string;
  /** The comparison period. */
  previousPath: string;
  /** The band of usual values. */
  usualPath: string;
  /** Days between two gaps, which belong to no line. */
  points: { x: number; y: number }[];
  last: number;
  sum: number;
}

export type TrendGeometry = NonNullable<ReturnType<typeof layOut>>;

/** Computes everything that does not depend on the pointer; null without any values. */
export function layOut(lines: readonly TrendLine[], width: number, height: number, scale: Scale = 'linear') {
  const days = lines[0]?.series.map(({ date }) => date) ?? [];
  const values = lines.flatMap(({ series }) => knownValues(series));
  if (values.length === 0) return null;
  // Grey lines are drawn without their comparison.
  const earlier = lines.flatMap(({ previous, muted }) =>
    knownValues((!muted && previous?.slice(0, days.length)) || []),
  );
  const usual = lines.flatMap((trend) =>
    (trend.usual ?? []).flatMap((range) => (range ? [range.low, range.high] : [])),
  );
  const top = lines.some(({ previous }) => previous) ? comparedReadoutHeight : readoutHeight;

  const toScale = scales[scale];
  const domain = yDomain([...values, ...earlier, ...usual].map(toScale));
  const floor = height - margin.bottom;
  const onAxis = between(domain, [floor, top]);
  const y = (value: number) => onAxis(toScale(value));
  const x = between([0, days.length - 1], [margin.left + inset, width - margin.right - inset]);
  const stroke = line<DayValue>()
    .defined((day) => day.value !== null && day.isClosed !== false)
    .x((_, index) => x(index))
    .y(({ value }) => y(value ?? 0));
  const band = area<UsualDay | null>()
    .defined((range) => range !== null)
    .x((_, index) => x(index))
    .y0((range) => y(range?.low ?? 0))
    .y1((range) => y(range?.high ?? 0));
  const drawn = lines.map((trend): DrawnLine => ({
    trend,
    path: stroke([...trend.series]) ?? '',
    previousPath: (!trend.muted && stroke((trend.previous ?? []).slice(0, days.length))) || '',
    usualPath: band(trend.usual ?? []) ?? '',
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
    top,
    floor,
    x,
    y,
    // An area over an axis that does not start at zero would exaggerate differences.
    shade: (trend: TrendLine) => (domain[0] === 0 ? shade([...trend.series]) : null) ?? '',
    ticks: scale === 'log' ? logTicks(domain) : wholeTicks(ticks(...domain, 4)),
    dayTicks: dayTicks(days.length, width - margin.left - margin.right),
    ends: placeEnds(drawn, y, height),
    running: trailingBand(lines, x, (index) =>
      lines.some(({ series }) => series[index]?.isClosed === false && series[index]?.value !== null),
    ),
    /** Days after the last synced one, such as after a login expired. */
    missing: trailingBand(lines, x, (index) => lines.every(({ series }) => (series[index]?.value ?? null) === null)),
    /** The line with the largest sum is emphasised until another is selected. */
    leader: drawn.filter(({ last }) => last >= 0).toSorted((one, other) => other.sum - one.sum)[0]?.trend,
  };
}

function knownValues(series: readonly DayValue[]): number[] {
  return series.flatMap(({ value }) => (value === null ? [] : [value]));
}

const singleDayWidth = 24;

/** Returns the steps between days if at least one is still running. */
function runningSteps(series: readonly DayValue[]): [from: number, to: number][] {
  return series.flatMap((day, index): [number, number][] => {
    const before = series[index - 1];
    if (!before || before.value === null || day.value === null) return [];
    return before.isClosed === false || day.isClosed === false ? [[index - 1, index]] : [];
  });
}

export type Band = NonNullable<ReturnType<typeof trailingBand>>;

/** Returns the band over the trailing days that belong; null if the last day does not. */
function trailingBand(lines: readonly TrendLine[], x: (index: number) => number, belongs: (index: number) => boolean) {
  const count = lines[0]?.series.length ?? 0;
  let first = count;
  while (first > 0 && belongs(first - 1)) first -= 1;
  if (first === count) return null;
  // A single day is centred: its band extends equally to both sides.
  const half = count > 1 ? (x(1) - x(0)) / 2 : singleDayWidth / 2;
  const start = Math.max(x(first) - half, margin.left);
  return { x: start, width: Math.max(0, x(count - 1) + Math.min(half, inset) - start) };
}

function placeEnds(drawn: readonly DrawnLine[], y: (value: number) => number, height: number) {
  const ends = drawn
    .filter(({ trend, last }) => last >= 0 && !trend.muted && !trend.usual)
    .map(({ trend, last, sum }) => ({ trend, sum, y: y(trend.series[last]?.value ?? 0) }))
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

/** Returns the index of the day nearest to the pointer. */
export function nearestDay({ days, x }: TrendGeometry, pointer: number): number {
  const last = days.length - 1;
  if (last <= 0) return 0;
  const share = (pointer - x(0)) / Math.max(1, x(last) - x(0));
  return Math.round(Math.max(0, Math.min(1, share)) * last);
}

/** Returns the line nearest to the pointer on a day. */
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

const labelWidth = 56;

/** Returns evenly spaced days, as many as fit; every day for a week. */
function dayTicks(days: number, width: number): number[] {
  if (days <= 1) return days === 1 ? [0] : [];
  const room = Math.max(2, Math.floor(width / labelWidth));
  if (days <= room) return Array.from({ length: days }, (_, index) => index);
  const step = Math.ceil((days - 1) / (Math.min(room, 6) - 1));
  const even = Math.floor((days - 1) / step) + 1;
  if ((days - 1) % step === 0) return Array.from({ length: even }, (_, index) => index * step);
  const count = Math.min(room, 4);
  return Array.from({ length: count }, (_, index) => Math.round((index * (days - 1)) / (count - 1)));
}
