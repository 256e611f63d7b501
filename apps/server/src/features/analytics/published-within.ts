import { addDays, toCanonicalTimeZone } from '@tidemark/contract';
import { type RawBuilder, sql } from 'kysely';
import { dayIn, startOfDay } from '../../platform/clock.ts';
import type { Period } from './formulas/period.ts';

/** The calendar for a request's posts: an IANA time zone, or null for Instagram's own days. */
export type PostZone = string | null;

/** Normalizes a time zone's many spellings, because formats are cached by name. */
export function toPostZone(timeZone: string | undefined): PostZone {
  return timeZone === undefined ? null : toCanonicalTimeZone(timeZone);
}

/**
 * Selects posts published in the period. Uses the index on the post's Instagram day, which differs from any other day
 * by at most one.
 */
export function publishedWithin({ from, to }: Period, zone: PostZone): RawBuilder<boolean> {
  if (zone === null) return sql<boolean>`(published_day >= ${from} and published_day <= ${to})`;
  const [start, end] = [startOfDay(zone, from), startOfDay(zone, addDays(to, 1))];
  return sql<boolean>`(published_day >= ${addDays(from, -1)} and published_day <= ${addDays(to, 1)}
    and published_at >= ${start} and published_at < ${end})`;
}

/**
 * Selects posts not published after the period: by Instagram's days, a post can be active on a day that has not begun
 * in the viewer's time zone.
 */
export function publishedBy({ to }: Period, zone: PostZone): RawBuilder<boolean> {
  return zone === null
    ? sql<boolean>`published_day <= ${to}`
    : sql<boolean>`published_at < ${startOfDay(zone, addDays(to, 1))}`;
}

/**
 * Returns the four-hour block in the week when a post was published, 6 × weekday + block; by UTC without a time zone.
 */
export function blockOfWeek(zone: PostZone): RawBuilder<number> {
  const local = sql`published_at at time zone ${zone ?? 'UTC'}`;
  return sql<number>`(extract(dow from ${local})::int * 6 + extract(hour from ${local})::int / 4)`;
}

export function toPublishedDay(post: { published_at: Date; published_day: string }, zone: PostZone): string {
  return zone === null ? post.published_day : dayIn(zone, post.published_at);
}
