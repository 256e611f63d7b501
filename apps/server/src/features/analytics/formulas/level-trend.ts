import { median } from './sample.ts';

export interface LevelledValues {
  /** Ascending, without unknown values. */
  values: number[];
  /** Change in the usual result, from the oldest post here to the next post, in percent. */
  change: number;
}

interface PlacedLog {
  /** Posts since then: 1 is the immediately preceding post. */
  place: number;
  log: number;
}

/**
 * Adjusts earlier posts' results to the account's current level: otherwise an ordinary post from a growing account
 * would look like a good one. The trend is the median slope of their logs by publishing order (Theil and Sen), which no
 * viral post moves, and which a publishing pause does not stretch. As the trend is an estimate, the values are spread
 * by what it adds to a prediction's variance, so that an ordinary post exceeds each share as often as that share says.
 * @param newestFirst earlier posts' results, null where unknown
 */
export function toPresentLevel(newestFirst: readonly (number | null)[]): LevelledValues {
  const known = newestFirst.flatMap((value, index): PlacedLog[] =>
    value === null ? [] : [{ place: index + 1, log: Math.log1p(Math.max(0, value)) }],
  );
  const slope = toSlope(known);
  const levelled = known.map(({ place, log }) => log + slope * place);
  const middle = median(levelled);
  const spread = toPredictionSpread(known);
  return {
    values: levelled
      .map((log) => Math.max(0, Math.expm1(middle + spread * (log - middle))))
      .sort((one, other) => one - other),
    change: Math.expm1(slope * (known.at(-1)?.place ?? 0)) * 100,
  };
}

/** Returns the log by which results rise from one post to the next. */
function toSlope(known: readonly PlacedLog[]): number {
  const slopes = known.flatMap((newer, index) =>
    known.slice(index + 1).map((older) => (newer.log - older.log) / (older.place - newer.place)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

/**
 * Returns the standard deviation of a prediction by a straight line, as a multiple of a prediction by a mean, at place
 * 0.
 */
function toPredictionSpread(known: readonly PlacedLog[]): number {
  const count = known.length;
  if (count < 3) return 1;
  const mean = known.reduce((sum, { place }) => sum + place, 0) / count;
  const squares = known.reduce((sum, { place }) => sum + (place - mean) ** 2, 0);
  const [meanFactor, lineFactor] = [1 + 1 / count, 1 + 1 / count + mean ** 2 / squares];
  return Math.sqrt((lineFactor / (count - 2)) * ((count - 1) / meanFactor));
}
