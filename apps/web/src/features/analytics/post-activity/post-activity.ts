import type { PublishedMedia } from '@tidemark/contract';
import { trendPercent } from '#web/platform/format.ts';
import type { Direction } from '../metric-cards/trend.ts';
import type { Day } from '../period.ts';

export interface PostActivity {
  posts: number;
  /** Posts a day. */
  frequency: number;
  direction: Direction;
  /** The change of the frequency as a part of the frequency before. */
  relative: number;
  /** As it is written: in percent when that says something, else the difference. */
  change: string;
}

const leastRelative = 0.01;

/** Stories are left out: they vanish after a day, so that nobody knows those of before an account was linked. */
export function withoutStories(media: readonly PublishedMedia[]): PublishedMedia[] {
  return media.filter(({ mediaType }) => mediaType !== 'story');
}

export function postActivity(posts: number, previousPosts: number, days: number): PostActivity {
  const length = Math.max(1, days);
  const frequency = posts / length;
  const before = previousPosts / length;
  const relative = before === 0 ? (frequency > 0 ? 1 : 0) : (frequency - before) / before;
  return {
    posts,
    frequency,
    direction: frequency === before ? 'flat' : frequency > before ? 'up' : 'down',
    relative,
    change:
      Math.abs(relative) >= leastRelative
        ? trendPercent(Math.abs(relative) * 100)
        : Math.abs(frequency - before).toFixed(1),
  };
}

export function postsByDay(media: readonly PublishedMedia[], days: readonly Day[]): { date: Day; value: number }[] {
  const counts = Map.groupBy(media, ({ day }) => day);
  return days.map((date) => ({ date, value: counts.get(date)?.length ?? 0 }));
}

const million = 1_000_000;

/** From a million on abbreviated with two decimals, else with thousands separators. */
export function totalNumber(value: number): string {
  return value >= million
    ? new Intl.NumberFormat('en-US', {
        notation: 'compact',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }).format(value)
    : new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);
}
