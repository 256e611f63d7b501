import { addDays, type ReportPost, usualDays } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toPostFormat } from '../formulas/media-item.ts';
import { safeLink, toThumbnailUrl } from '../formulas/post-row.ts';
import { toTimesUsual, toUsualResults, type UsualResults } from '../formulas/usual-result.ts';
import { listNarrowPosts } from '../post-gallery/queries.ts';
import { listTopPosts } from '../posts/list-top-posts.ts';
import type { MediaRow } from '../posts/queries.ts';
import type { SectionRequest } from './load-published.ts';

/**
 * Loads the posts published in the range with the most views, else interactions, and how many times their account's
 * median they got.
 */
export async function loadTopPosts(
  db: Database,
  { scope, periods: { current: period }, zone, label, metrics }: SectionRequest,
  count: number,
): Promise<ReportPost[]> {
  const rows = await listTopPosts(db, scope, { period, zone, count, label: label?.condition ?? null });
  if (rows.length === 0) return [];
  const quarter = addDays(period.to, 1 - usualDays);
  const narrow = await listNarrowPosts(db, scope, {
    period,
    usualPeriod: { from: period.from < quarter ? period.from : quarter, to: period.to },
    zone,
    weekdayZone: zone ?? 'UTC',
    listed: null,
    chosen: null,
    withStories: false,
    passes: sql<boolean>`true`,
  });
  const rated = metrics && !metrics.posts.includes('views') ? 'interactions' : 'views';
  const usual = toUsualResults(
    narrow.map((row) => ({ accountId: row.account_id, format: toPostFormat(row), value: row[rated] })),
  );
  return rows.map((row) => toReportPost(row, rated, usual));
}

function toReportPost(
  row: MediaRow,
  ratedMetric: 'views' | 'interactions',
  { findForFormat }: UsualResults,
): ReportPost {
  const { media_id, account_id, caption, published_at, permalink, thumbnail_key, views, reach, interactions } = row;
  const format = toPostFormat(row);
  const rated = { accountId: account_id, format, value: row[ratedMetric] };
  return {
    mediaId: media_id,
    accountId: account_id,
    format,
    caption: caption ?? '',
    publishedAt: published_at.toISOString(),
    permalink: safeLink(permalink),
    thumbnailUrl: thumbnail_key === null ? null : toThumbnailUrl(row, thumbnail_key),
    views,
    reach,
    interactions,
    timesUsual: toTimesUsual(rated, findForFormat(rated)),
  };
}
