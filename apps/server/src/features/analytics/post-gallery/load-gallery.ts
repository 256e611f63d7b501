import type { GalleryMetric, GalleryPost, PostGallery } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Pause } from '../../../platform/pause.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toPostFormat } from '../formulas/media-item.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import {
  findBest,
  type GalleryOrder,
  type GalleryPostFacts,
  isYoung,
  listInOrder,
  toGroups,
  toMetricValue,
} from '../formulas/post-gallery.ts';
import { safeLink } from '../formulas/post-row.ts';
import { toTimesUsual, toUsualResults, type UsualResults } from '../formulas/usual-result.ts';
import { toSummary } from '../post-page/load-post.ts';
import { listPostsByKey, type MediaRow } from '../posts/queries.ts';
import { type GalleryRequest, listNarrowPosts, type NarrowPost } from './queries.ts';

interface GalleryPageRequest extends GalleryRequest, GalleryOrder {
  metric: GalleryMetric;
  page: number;
  pageSize: number;
}

interface Candidate extends GalleryPostFacts {
  row: NarrowPost;
}

/** Loads one page of a range's posts, and how the groups among all of them did. */
export async function loadGallery(
  { db, pause }: { db: Database; pause: Pause },
  scope: AccountScope,
  request: GalleryPageRequest,
): Promise<PostGallery> {
  const { metric, chosen, now, page, pageSize } = request;
  const candidates = (await listNarrowPosts(db, scope, request)).map((row) => toCandidate(row, metric));
  const eligible = candidates.filter(({ row }) => request.withStories || row.product_type !== 'STORY');
  const inRange = eligible.filter(({ row }) => row.is_in_range);
  const usualPosts = eligible.filter(({ row }) => row.is_usual);
  const passing = inRange.filter(({ row }) => row.passes);
  const shown = candidates.filter(({ row }) => row.is_listed && (chosen !== null || row.passes));
  await pause();
  const sorted = listInOrder(shown, request);
  const shownPage = sorted.slice(page * pageSize, (page + 1) * pageSize);
  const best = findBest(passing);
  const rows = await listRows(db, best ? [...shownPage, best] : shownPage);
  const usual = toUsualResults(usualPosts);
  const toPosts = (some: readonly Candidate[]) =>
    some.flatMap((candidate) => {
      const row = rows.get(toMediaKey(candidate.row));
      return row ? [toGalleryPost(candidate, row, usual)] : [];
    });
  const groups = toGroups(passing, usualPosts, metric);
  await pause();
  return {
    posts: toPosts(shownPage),
    total: sorted.length,
    published: inRange.length,
    matching: passing.length,
    young: shown.filter((post) => isYoung(post, now)).length,
    best: (best && toPosts([best])[0]) ?? null,
    ...groups,
  };
}

async function listRows(db: Database, candidates: readonly Candidate[]): Promise<Map<string, MediaRow>> {
  if (candidates.length === 0) return new Map();
  const keys = new Map(candidates.map(({ row }) => [toMediaKey(row), row]));
  return new Map((await listPostsByKey(db, [...keys.values()])).map((row) => [toMediaKey(row), row]));
}

function toCandidate(row: NarrowPost, metric: GalleryMetric): Candidate {
  return {
    row,
    accountId: row.account_id,
    mediaId: row.media_id,
    format: toPostFormat(row),
    publishedAt: row.published_at,
    weekday: row.weekday,
    hashtags: row.hashtags === '' ? [] : row.hashtags.split(' '),
    value: toMetricValue(row, metric),
  };
}

function toGalleryPost(post: Candidate, row: MediaRow, { findForFormat }: UsualResults): GalleryPost {
  const usual = findForFormat(post);
  const { permalink: _, thumbnailUrl, ...summary } = toSummary(row);
  return {
    ...summary,
    pictureUrl: thumbnailUrl ?? (row.media_type === 'VIDEO' ? null : safeLink(row.media_url)),
    metrics: toMetrics(row),
    usual,
    timesUsual: toTimesUsual(post, usual),
  };
}

function toMetrics(row: MediaRow): GalleryPost['metrics'] {
  const { views, reach, interactions, likes, comments, saved, shares, follows } = row;
  const engagementRate = toMetricValue(row, 'engagementRate');
  return { views, reach, interactions, engagementRate, likes, comments, saved, shares, follows };
}
