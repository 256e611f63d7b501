import {
  type CurveMetric,
  curveMetrics,
  type EndpointResponse,
  type getPost,
  postFigureNames,
  type PostFigures,
  type PostMeasurement,
  type PostScore,
  type PostSummary,
} from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import type { Database } from '../../../database/database.ts';
import { postMetrics } from '../../../metrics/post-metrics.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toCurvedPost } from '../formulas/curved-post.ts';
import { type AgedValue, toBand } from '../formulas/life-curve.ts';
import { toMediaType } from '../formulas/media-item.ts';
import { safeLink, toThumbnailUrl } from '../formulas/post-row.ts';
import { listCompared, toPostScore } from '../formulas/post-score.ts';
import { engagementRate } from '../formulas/rates.ts';
import { findNeighbours, findPost, listCurves, listSameFormat, type PostRow } from './queries.ts';

const rankedPosts = 30;

/**
 * Loads a post with its course, the band from earlier posts, its scores, and how the latest posts in its format did.
 */
export async function loadPost(
  db: Database,
  scope: AccountScope,
  mediaId: string,
): Promise<EndpointResponse<typeof getPost> | null> {
  const row = await findPost(db, scope, mediaId);
  if (!row) return null;
  const isStory = row.product_type === 'STORY';
  const [rows, neighbours] = await Promise.all([
    isStory ? [] : listSameFormat(db, scope, row),
    isStory ? { earlier: null, later: null } : findNeighbours(db, row),
  ]);
  const curves = await listCurves(db, scope, [...new Set([mediaId, ...rows.map((other) => other.media_id)])]);
  const posts = rows.map((other) => toCurvedPost(other, curves));
  const post = toCurvedPost(row, curves);
  const before = listCompared(post, posts);
  const byMetric = <Value>(of: (metric: CurveMetric) => Value) => ({
    views: of('views'),
    reach: of('reach'),
    total_interactions: of('total_interactions'),
  });
  return {
    post: {
      ...toSummary(row),
      mediaUrl: safeLink(row.media_url),
      hashtags: row.hashtags,
      mentions: row.mentions,
      collaborators: row.collaborators,
      isCollaboration: row.is_collaboration,
      isGone: row.gone_at !== null,
      syncedAt: row.observed_at.toISOString(),
    },
    figures: toFigures(row),
    measurements: mergeCurves(post.curves),
    bands: byMetric((metric) => toBand(before.map((other) => other.curves[metric]))),
    scores: byMetric((metric) => toPostScore(post, before, metric)),
    ranking: rows
      .toSorted((one, other) => other.published_at.getTime() - one.published_at.getTime())
      .slice(0, rankedPosts)
      .map((other) => {
        const own = toCurvedPost(other, curves);
        return {
          ...toSummary(other),
          views: other.views,
          score: toPostScore(own, listCompared(own, posts), 'views'),
        };
      })
      .sort((one, other) => toRank(other.score) - toRank(one.score)),
    neighbours,
  };
}

function toRank({ percentile }: PostScore): number {
  return percentile ?? -1;
}

function mergeCurves(curves: Record<CurveMetric, AgedValue[]>): PostMeasurement[] {
  const ages = new Set(curveMetrics.flatMap((metric) => curves[metric].map(({ ageMinutes }) => ageMinutes)));
  const valueOf = (metric: CurveMetric, age: number) =>
    curves[metric].find(({ ageMinutes }) => ageMinutes === age)?.value ?? null;
  return [...ages]
    .sort((one, other) => one - other)
    .map((ageMinutes) => ({
      ageMinutes,
      views: valueOf('views', ageMinutes),
      reach: valueOf('reach', ageMinutes),
      total_interactions: valueOf('total_interactions', ageMinutes),
    }));
}

export function toSummary(row: PostRow): PostSummary {
  return {
    mediaId: row.media_id,
    accountId: row.account_id,
    mediaType: toMediaType(row),
    timestamp: row.published_at.toISOString(),
    caption: row.caption,
    permalink: safeLink(row.permalink),
    thumbnailUrl: row.thumbnail_key === null ? safeLink(row.thumbnail_url) : toThumbnailUrl(row, row.thumbnail_key),
  };
}

export function toFigures(row: PostRow): PostFigures {
  return mapNames(postFigureNames, (name) => {
    if (name === 'engagement_rate') return toRate(row);
    return name === 'replies' ? row.known_replies : row[postMetrics[name].column];
  });
}

function toRate({ interactions, reach }: PostRow): number | null {
  return interactions === null || !reach ? null : engagementRate({ interactions, reach });
}
