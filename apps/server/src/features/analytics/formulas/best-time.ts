import {
  type BestTime,
  type BestTimeAnswer,
  minPostsForBestTime,
  type PublishingEffect,
  type PublishingSuggestion,
} from '@tidemark/contract';
import { splitOffSeries } from './find-series.ts';
import { findBusiestHour } from './online-week.ts';
import { toRelativeResults } from './relative-results.ts';
import { type CountedPost, toResultsAt48Hours } from './results-at-48-hours.ts';
import { type HourEffect, hoursOfWeek, toWeeklyEffects, toWeekSlot, type WeekSlot } from './weekly-effects.ts';

const maxSuggestions = 3;
/** Minimum posts behind an estimate that is shown. */
const minEvidence = 4;
/**
 * Minimum probability that a suggested hour is better than average, and minimum by which its interval exceeds average.
 */
const minCertainty = 0.9;
const minAdvantage = Math.log(1.03);
/** Minimum probability that an hour is better than average for the answer to lean towards it. */
const minLeaning = 0.75;
/** Minimum hours between two suggestions on the same day. */
const minHoursApart = 3;

/**
 * Estimates each weekly hour's effect on a post, and the hours to suggest.
 * @param online followers online in each weekly hour; null where unknown
 */
export function toBestTime(
  posts: readonly CountedPost[],
  online: readonly (number | null)[] | null,
): Omit<BestTime, 'online'> {
  const { others, series } = splitOffSeries(posts);
  const results = toResultsAt48Hours(others);
  const measured = results.filter(({ isMeasured }) => isMeasured).length;
  const counts = { posts: results.length, series, basis: { measured, lifetime: results.length - measured } };
  if (results.length < minPostsForBestTime)
    return {
      ...counts,
      answer: toAnswer('followers_online', online && findBusiestHour(online)),
      hours: null,
      suggestions: [],
    };
  const effects = toWeeklyEffects(toRelativeResults(results), online && toComplete(online));
  const suggestions = toSuggestions(effects);
  return {
    ...counts,
    answer:
      (suggestions[0] && toAnswer('clear', suggestions[0])) ??
      toAnswer('leaning', findLeaning(effects)) ??
      toAnswer('followers_online', online && findBusiestHour(online)),
    hours: effects.map((effect) => ({
      posts: effect.posts,
      evidence: Math.round(effect.evidence * 10) / 10,
      effect: effect.evidence < minEvidence ? null : toPercents(effect),
    })),
    suggestions,
  };
}

function toAnswer(level: BestTimeAnswer['level'], at: WeekSlot | null): BestTimeAnswer | null {
  return at && { level, weekday: at.weekday, hour: at.hour };
}

/** Returns the best hour among those that are probably better than average. */
function findLeaning(effects: readonly HourEffect[]): WeekSlot | null {
  const [best] = effects
    .map((effect, at) => ({ ...effect, ...toWeekSlot(at) }))
    .filter(({ evidence, better, mean }) => evidence >= minEvidence && better >= minLeaning && mean >= minAdvantage)
    .toSorted((one, other) => other.mean - one.mean);
  return best ?? null;
}

function toSuggestions(effects: readonly HourEffect[]): PublishingSuggestion[] {
  const chosen: number[] = [];
  const candidates = effects
    .map((effect, hour) => ({ effect, hour }))
    .filter(
      ({ effect: { evidence, better, low } }) =>
        evidence >= minEvidence && better >= minCertainty && low >= minAdvantage,
    )
    .toSorted((one, other) => other.effect.mean - one.effect.mean || one.hour - other.hour);
  for (const { hour } of candidates)
    if (chosen.length < maxSuggestions && chosen.every((other) => areApart(hour, other))) chosen.push(hour);
  return chosen.flatMap((hour) => {
    const effect = effects[hour];
    if (!effect) return [];
    return {
      ...toWeekSlot(hour),
      ...toPercents(effect),
      posts: effect.posts,
      evidence: Math.round(effect.evidence * 10) / 10,
    };
  });
}

function areApart(one: number, other: number): boolean {
  const apart = Math.abs(one - other);
  return Math.min(apart, hoursOfWeek - apart) >= minHoursApart;
}

function toPercents({ mean, low, high }: HourEffect): PublishingEffect {
  return { percent: toPercent(mean), low: toPercent(low), high: toPercent(high) };
}

const toPercent = (log: number) => Math.round(Math.expm1(log) * 1000) / 10;

/** Fills unknown hours with the average, which says nothing. */
function toComplete(online: readonly (number | null)[]): number[] | null {
  const known = online.filter((followers) => followers !== null);
  if (known.length === 0) return null;
  const average = Math.expm1(known.reduce((sum, followers) => sum + Math.log1p(followers), 0) / known.length);
  return online.map((followers) => followers ?? average);
}
