import type { Approximation, ApproximationReason, Comparison, PublishedMedia } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import type { Direction } from '@tidemark/presentation';
import type { Day } from '#web/features/periods/index.ts';
import { toDay } from '#web/platform/time-zone.ts';
import { trendPercent } from '#web/platform/format.ts';

export interface PostActivity {
  /** Posts in the range, including a running day. */
  posts: number;
  /** Null without a comparison. */
  previous: number | null;
  /** Posts per day, over both periods' compared closed days. */
  frequency: number;
  previousFrequency: number;
  /** Null without a comparison, or if no day is closed. */
  direction: Direction | null;
  /** Change in frequency, relative to the previous frequency. */
  relative: number;
  /** Displayed change: in percent if meaningful, else the difference. */
  change: string;
  comparison: Comparison;
}

interface Published {
  current: readonly PublishedMedia[];
  /** Null without a comparison, or if its days' posts are unknown. */
  previous: { from: Day; media: readonly PublishedMedia[] } | null;
  /** First day with data, if it is the reason there is no comparison. */
  noDataBefore?: Day | null;
  days: readonly Day[];
  /** First day for which posts may still be missing. */
  openFrom: Day;
}

/** Compares the closed days with the same number from the start of the comparison period. */
export function postActivity({ current, previous, noDataBefore = null, days, openFrom }: Published): PostActivity {
  const closed = days.filter((day) => day < openFrom).length;
  const compared = { days: previous ? closed : 0, of: days.length, noDataBefore };
  const comparedBefore = previous && addDays(previous.from, closed);
  const before = comparedBefore ? previous.media.filter(({ day }) => day < comparedBefore).length : 0;
  const closedPosts = current.filter(({ day }) => day < openFrom).length;
  const rate = compareFrequency(closedPosts, before, closed);
  return {
    ...rate,
    posts: current.length,
    previous: previous && before,
    direction: previous && closed > 0 ? rate.direction : null,
    comparison: compared,
  };
}

const minRelative = 0.01;

/** Excludes stories: they expire after a day, so those from before the account was linked are unknown. */
export function withoutStories(media: readonly PublishedMedia[]): PublishedMedia[] {
  return media.filter(({ mediaType }) => mediaType !== 'story');
}

export function compareFrequency(posts: number, previousPosts: number, days: number) {
  const length = Math.max(1, days);
  const frequency = posts / length;
  const before = previousPosts / length;
  const relative = before === 0 ? (frequency > 0 ? 1 : 0) : (frequency - before) / before;
  const isPercent = Math.abs(relative) >= minRelative;
  const difference = Math.abs(frequency - before).toFixed(1);
  // An arrow beside "0.0" would contradict it.
  const isFlat = frequency === before || (!isPercent && Number(difference) === 0);
  const direction: Direction = isFlat ? 'flat' : frequency > before ? 'up' : 'down';
  const change = isPercent ? trendPercent(Math.abs(relative) * 100) : `${difference} a day`;
  return { frequency, previousFrequency: before, direction, relative, change };
}

export function postsByDay(media: readonly PublishedMedia[], days: readonly Day[], openFrom: Day) {
  const counts = Map.groupBy(media, ({ day }) => day);
  return days.map((date) => ({ date, value: counts.get(date)?.length ?? 0, isClosed: date < openFrom }));
}

/** Returns the first day that may still get posts: today, or the oldest last sync's day. */
export function openDay(lastSyncs: readonly (string | null)[], today: Day): Day {
  const synced = lastSyncs.flatMap((instant) => (instant === null ? [] : [toDay(new Date(instant))]));
  return [today, ...synced].toSorted()[0] ?? today;
}

interface Completeness {
  posts: number;
  to: Day;
  openFrom: Day;
  today: Day;
  /** True while the first sync is still backfilling. */
  isFilling: boolean;
}

/** Returns why the count is approximate. Posts are counted individually, so missing data can only add to it. */
export function activityApproximation({ posts, to, openFrom, today, isFilling }: Completeness): Approximation | null {
  const reasons: ApproximationReason[] = [];
  if (to >= openFrom) reasons.push('day_not_closed');
  if (isFilling || (to > openFrom && openFrom < today)) reasons.push('days_missing');
  return reasons.length > 0 ? { reasons, lower: posts, upper: null } : null;
}
