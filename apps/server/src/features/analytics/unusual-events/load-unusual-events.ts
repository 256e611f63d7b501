import { addDays, dayMillis } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toCurvedPost } from '../formulas/curved-post.ts';
import { toMediaType } from '../formulas/media-item.ts';
import { daysIn, type Period } from '../formulas/period.ts';
import type { BandDays, BandMetric } from '../formulas/unusual-day.ts';
import { type DayEvent, listDayEvents, listPostEvents, type PostEvent } from '../formulas/unusual-events.ts';
import { listCurves } from '../post-page/queries.ts';
import { findMostFollowers, listHistoryDays, listLatestPosts } from './queries.ts';

/** More than the band and the quiet days need, so that the same days always give the same events. */
const historyDays = 140;
/** Older posts are no news. */
const newsDays = 8;
/** Includes earlier posts, to compare the newest with. */
const maxPosts = { news: 150, review: 500 };

export type UnusualEvent = DayEvent | (PostEvent & { caption: string });

interface Range extends Period {
  /** The running day; days before it may be closed. */
  today: string;
}

/** Lists what happened on an account's days: unusual days, falls, milestones, and posts above their peers. */
export async function loadUnusualEvents(db: Database, scope: AccountScope, range: Range): Promise<UnusualEvent[]> {
  const [days, posts] = await Promise.all([loadDayEvents(db, scope, range), loadPostEvents(db, scope, range)]);
  return [...days, ...posts];
}

async function loadDayEvents(db: Database, scope: AccountScope, { from, to, today }: Range): Promise<DayEvent[]> {
  const firstDay = addDays(from, -historyDays);
  const lastDay = addDays(today, -1);
  const [rows, highestBefore] = await Promise.all([
    listHistoryDays(db, scope, { from: firstDay, to: today }),
    findMostFollowers(db, scope, firstDay),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const closed = daysIn({ from: firstDay, to: lastDay }).map((day) => {
    const row = byDay.get(day);
    return row?.complete ? row : null;
  });
  const toValues = (metric: BandMetric | 'followers') => closed.map((row) => row?.[metric] ?? null);
  const days: BandDays = { views: toValues('views'), reach: toValues('reach'), interactions: toValues('interactions') };
  return listDayEvents({
    firstDay,
    days,
    followers: toValues('followers'),
    highestBefore,
    followersNow: byDay.get(today)?.followers ?? null,
  }).filter(({ day }) => day >= from && day <= to);
}

async function loadPostEvents(db: Database, scope: AccountScope, { from, to, today }: Range): Promise<UnusualEvent[]> {
  const publishedFrom = new Date(Date.parse(from) - newsDays * dayMillis);
  const isNews = from >= addDays(today, -newsDays);
  const rows = await listLatestPosts(db, scope, isNews ? maxPosts.news : maxPosts.review);
  if (!rows.some(({ published_at }) => published_at >= publishedFrom)) return [];
  const ids = rows.map(({ media_id }) => media_id);
  const curves = await listCurves(db, scope, ids);
  const captions = new Map(rows.map((row) => [row.media_id, row.caption]));
  const formats = Map.groupBy(rows, toFormat);
  return [...formats.values()]
    .flatMap((posts) =>
      listPostEvents(
        posts.map((row) => toCurvedPost(row, curves)),
        publishedFrom,
      ),
    )
    .filter(({ at }) => at.toISOString() >= from && at.toISOString().slice(0, 10) <= to)
    .map((event) => ({ ...event, caption: captions.get(event.mediaId) ?? '' }));
}

/** Returns the format as a post's page does: pictures and videos in the feed are one format. */
function toFormat(row: Parameters<typeof toMediaType>[0]): string {
  const type = toMediaType(row);
  return type === 'video' ? 'image' : type;
}
