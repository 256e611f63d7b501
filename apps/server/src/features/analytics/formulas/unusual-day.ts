import { robustDeviation } from './robust-band.ts';
import { median } from './sample.ts';

export const bandMetrics = ['views', 'reach', 'interactions'] as const;
export type BandMetric = (typeof bandMetrics)[number];

/** A value per calendar day; null where Instagram has not closed the day, or it is not stored. */
export type BandDays = Readonly<Record<BandMetric, readonly (number | null)[]>>;

export interface UnusualDay {
  /** The metric furthest from the usual. */
  metric: BandMetric;
  value: number;
  /** Usual value on this weekday. */
  usual: number;
  direction: 'up' | 'down';
}

const bandWeeks = 16;
const week = 7;
const window = bandWeeks * week;
/** Half the band's width, chosen by simulation: docs/decisions/0032-alerts.md. */
const bandDeviations = 6.1;
/** Accounts are never steadier than this, on a logarithmic scale. */
const minDeviation = 0.1;
const minSameWeekdays = 5;
const minDays = 35;
/** The account's level is taken from the last two weeks, so that growth is not unusual. */
const levelDays = 14;
const minLevelDays = 7;
const minDifference: Record<BandMetric, number> = { views: 100, reach: 100, interactions: 20 };
/** Metrics that must leave their bands on the same side, if the network counts as many. */
const minMetrics = 2;

interface Deviation {
  metric: BandMetric;
  value: number;
  usual: number;
  deviations: number;
}

/**
 * Returns the deviation if a day lies outside its weekday's band over the 16 weeks before, in at least two of three
 * metrics, or in the only one that the network counts, and in the same direction. Values are compared on a logarithmic
 * scale, because effects multiply; days that are not stored count as nothing.
 */
export function findUnusualDay(days: BandDays, at: number): UnusualDay | null {
  const counted = bandMetrics.filter((metric) => days[metric].some((value) => value !== null));
  const needed = Math.min(minMetrics, counted.length);
  const outside: Deviation[] = [];
  for (const [place, metric] of counted.entries()) {
    if (outside.length + counted.length - place < needed) return null;
    const found = findDeviation(days[metric], at, metric);
    if (found) outside.push(found);
  }
  for (const direction of ['up', 'down'] as const) {
    const same = outside.filter(({ deviations }) => deviations > 0 === (direction === 'up'));
    const [furthest] = same.toSorted((one, other) => Math.abs(other.deviations) - Math.abs(one.deviations));
    if (!furthest || same.length < needed) continue;
    const { metric, value, usual } = furthest;
    return { metric, value, usual, direction };
  }
  return null;
}

/** Returns null inside the band, and where too little is stored to tell. */
function findDeviation(values: readonly (number | null)[], at: number, metric: BandMetric): Deviation | null {
  const value = values[at] ?? null;
  if (value === null || at < minDays) return null;
  const usualLogs = Array.from({ length: week }, (_, weekday) => toUsualLog(values, at - window + weekday));
  // The window starts on the day's own weekday.
  const sameWeekday = usualLogs[0] ?? null;
  if (sameWeekday === null) return null;
  const level = listResiduals(values, usualLogs, { from: at - levelDays, to: at });
  if (level.length < minLevelDays) return null;
  const expected = sameWeekday + median(level);
  const difference = Math.log1p(value) - expected;
  const usual = Math.max(0, Math.round(Math.expm1(expected)));
  if (Math.abs(difference) <= bandDeviations * minDeviation || Math.abs(value - usual) < minDifference[metric])
    return null;
  const residuals = listResiduals(values, usualLogs, { from: at - window, to: at });
  if (residuals.length < minDays) return null;
  const deviations = difference / Math.max(minDeviation, robustDeviation(residuals));
  return Math.abs(deviations) > bandDeviations ? { metric, value, usual, deviations } : null;
}

/**
 * Lists how far the stored days lie from what is usual on their weekdays; the first usual value belongs to day `to`.
 */
function listResiduals(
  values: readonly (number | null)[],
  usualLogs: readonly (number | null)[],
  { from, to }: { from: number; to: number },
): number[] {
  const residuals: number[] = [];
  for (let place = from; place < to; place += 1) {
    const value = values[place] ?? null;
    const usualLog = usualLogs[(place - to + window) % week] ?? null;
    if (value !== null && usualLog !== null) residuals.push(Math.log1p(value) - usualLog);
  }
  return residuals;
}

/** Returns a weekday's median, on the logarithmic scale; null if too few such days are stored. */
function toUsualLog(values: readonly (number | null)[], first: number): number | null {
  const logs: number[] = [];
  for (let place = 0; place < bandWeeks; place += 1) {
    const value = values[first + place * week] ?? null;
    if (value !== null) logs.push(Math.log1p(value));
  }
  return logs.length < minSameWeekdays ? null : median(logs);
}
