import {
  maxExportedPosts,
  type NetworkMetrics,
  type PostFigureName,
  postFigureNames,
  toSearchText,
} from '@tidemark/contract';
import { toExportName } from '../../../metrics/post-columns.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { type Column, readOnce, type Table, type Value } from '../../../platform/files/table.ts';
import { toPostRow } from '../formulas/post-row.ts';
import { loadLabelCondition } from '../labels/label-condition.ts';
import { toFigures } from '../post-page/load-post.ts';
import { listPostKeys, listPostsByKey, type MediaRow, type PostKey } from '../posts/queries.ts';
import { mediumColumns } from './media-columns.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';

const pageSize = 500;

const exported = [
  'views',
  'total_interactions',
  'likes',
  'comments',
  'saved',
  'shares',
  'follows',
  'replies',
  'ig_reels_avg_watch_time',
  'total_views',
  'total_likes',
  'total_comments',
  'facebook_views',
  'crossposted_views',
] as const satisfies readonly PostFigureName[];

/** Columns for networks that have all metrics. */
const fullColumns: readonly Column[] = [
  ...mediumColumns,
  { name: 'reach' },
  { name: 'engagement_rate' },
  { name: 'virality_score' },
  ...exported.map((metric) => ({ name: toExportName(metric) })),
  { name: 'collaboration' },
  { name: 'hashtags' },
  { name: 'mentions' },
  { name: 'collaborators' },
];

/** Lists the grid's posts in its order, fixed at the start: a sync during the download neither adds nor moves any. */
export async function listExportedPosts(
  { db, dayZone }: Pick<ExportDeps, 'db' | 'dayZone'>,
  { viewer: { userId }, scope, periods, zone, posts }: ExportRequest,
): Promise<PostKey[]> {
  const { labelId } = posts;
  const label =
    labelId === undefined ? null : await loadLabelCondition(db, scope, { userId, labelId, zone: zone ?? dayZone });
  const { keys, total } = await listPostKeys(db, scope, {
    period: periods.current,
    zone,
    mode: posts.filterMode,
    search: toSearchText(posts.query.trim()),
    format: posts.format,
    blocks: posts.publishedIn ?? null,
    label,
    sort: posts.sort,
    page: 0,
    pageSize: maxExportedPosts,
  });
  if (total > maxExportedPosts) throw new ApiError('export_too_large', { posts: total, max: maxExportedPosts });
  return keys;
}

export function postsTable(deps: ExportDeps, { accounts, existing }: ExportRequest, keys: readonly PostKey[]): Table {
  const usernames = new Map(accounts.map(({ accountId, username }) => [accountId, username]));
  return {
    name: 'posts',
    title: 'Posts',
    columns: existing ? listColumns(existing) : fullColumns,
    rows: readOnce(async function* () {
      for (let start = 0; start < keys.length; start += pageSize) {
        const rows = await deps.load((db) => listPostsByKey(db, keys.slice(start, start + pageSize)));
        for (const row of rows) yield toRow(row, usernames.get(row.account_id) ?? null, existing);
      }
    }),
  };
}

const listFigures = ({ posts }: NetworkMetrics) => postFigureNames.filter((metric) => posts.includes(metric));

function listColumns(existing: NetworkMetrics): Column[] {
  return [
    ...mediumColumns,
    ...listFigures(existing).map((metric) => ({ name: toExportName(metric) })),
    { name: 'hashtags' },
    { name: 'mentions' },
  ];
}

/** Returns a post's cells; those of metrics that do not exist have no column. */
function toRow(media: MediaRow, account: string | null, existing: NetworkMetrics | null): Record<string, Value> {
  const post = toPostRow(media, { days: [], deltas: new Map(), virilityMax: 0 });
  const figures = toFigures(media);
  return {
    published_at: post.timestamp,
    account,
    account_id: post.accountRef,
    media_id: post.id,
    format: post.isCarousel ? 'carousel' : { FEED: 'post', REELS: 'reel', STORY: 'story' }[post.productType],
    caption: post.caption,
    link: post.permalink,
    reach: post.reach,
    engagement_rate: post.engagementRate,
    virality_score: post.virilityScore,
    ...Object.fromEntries(
      (existing ? listFigures(existing) : exported).map((metric) => [toExportName(metric), figures[metric]]),
    ),
    collaboration: post.isCollaboration,
    hashtags: post.hashtags.join(' '),
    mentions: post.mentions.join(' '),
    collaborators: post.collaborators.join(' '),
  };
}
