import { dayMillis } from '@tidemark/contract';
import { GraphError } from '../../client/graph-error.ts';
import { existsOn } from '../../client/hosts.ts';
import type { OwnPost } from '../../client/type-metrics.ts';
import type { Database } from '../../../../database/database.ts';
import type { FetchContext, Fetched } from './fetch-context.ts';
import { findInsightsWatermark, findMediaCount, listTypeSpecificFetches } from './queries.ts';
import { getOverdueRatio } from '../schedule/schedule-rules.ts';
import { type Step } from '../plan/rules.ts';
import {
  type FetchedMedia,
  markUnlisted,
  storeFigures,
  storeMedia,
  type TypeMetrics,
} from '../../../../features/sync/index.ts';

/** Page size in the first sync; later syncs use the maximum that Instagram allows. */
const firstPageSize = 50;
const maxPageSize = 100;
const listedAtMost = 10_000;
/** A list far beyond Instagram's limit must be a loop. */
const maxPosts = 11_000;
const activityDays = 90;
/** Entry in the list of refused metrics for a refusal of this edge. */
export const collaborationsRefused = 'edge:collaborative_media';
const typeMetricsDays = 730;
/** Calls per sync for type-specific metrics, after the first sync. */
const ownCalls = 20;

/** Fetches a page of posts; in a first sync with type-specific metrics, which later have their own step. */
export async function fetchMediaPage(context: FetchContext, step: Step & { task: 'media_history' }): Promise<Fetched> {
  const { db, instagram, caller, accountId, at: observedAt, isFirst } = context;
  const { toDay } = instagram.insights;
  const [watermark, mediaCount] = await Promise.all([chooseWatermark(context), findMediaCount(db, accountId)]);
  // A first sync follows one list from newest to oldest; posts older than the watermark have no insights.
  const isOld = isFirst ? watermark !== null : step.withoutInsights;
  const page = await instagram.media.fetchPosts(caller, accountId, {
    limit: isFirst ? firstPageSize : maxPageSize,
    after: step.after ?? undefined,
    since: !isFirst && !isOld ? (watermark ?? undefined) : undefined,
    until: !isFirst && isOld ? (watermark ?? undefined) : undefined,
    withInsights: !isOld,
    refused: context.refused,
    findRequested: async (media) => (isFirst ? media : chooseDue(context, media)),
  });
  if (isOld) for (const media of page.media) media.refusal = refusalBefore(watermark, media);
  await requirePermission(context, page.media);

  let own = { found: [] as TypeMetrics[], refused: page.refused };
  if (isFirst) own = await readOwn({ ...context, refused: page.refused }, page.media, observedAt);
  for (const { id, figures } of own.found)
    Object.assign(page.media.find((media) => media.id === id)?.figures ?? {}, figures);
  const instants = page.media.map(({ publishedAt }) => publishedAt.getTime());
  const oldest = instants.length > 0 ? new Date(Math.min(...instants)) : null;
  const isStuck = (page.after !== null && page.after === step.after) || step.read > maxPosts;
  const after = isStuck ? null : page.after;
  // Instagram lists only the newest 10,000 posts: older ones are not missing.
  const isCut = after === null && step.read + page.media.length >= listedAtMost * 0.99;
  const [collaborations] =
    isFirst && after === null && hasCollaborations(context)
      ? await instagram.fetchBatch(caller, [instagram.media.collaborationsQuery(accountId)])
      : [[]];
  return {
    outcome: {
      task: 'media_history',
      read: page.media.length,
      after,
      total: mediaCount,
      oldestOfPage: oldest ? toDay(oldest) : null,
      hasOlderWithoutInsights: !isFirst && !isOld && watermark !== null,
    },
    earliestDay: null,
    refused: collaborations ? own.refused : [...own.refused, collaborationsRefused],
    async store(transaction) {
      await storeMedia(transaction, accountId, [...page.media, ...(collaborations ?? [])], { observedAt, toDay });
      await storeFigures(transaction, accountId, own.found, { observedAt, toDay });
      if (!isStuck)
        await markUnlisted(transaction, accountId, page.media, {
          from: after === null && !isCut ? (isOld || isFirst ? null : watermark) : oldest,
          to: step.after === null ? (isOld && !isFirst ? watermark : null) : new Date(Math.max(...instants)),
          observedAt,
        });
    },
  };
}

async function chooseWatermark({ db, accountId, choose }: FetchContext): Promise<Date | null> {
  const watermark = await choose(
    'watermark',
    async () => (await findInsightsWatermark(db, accountId))?.toISOString() ?? null,
  );
  return watermark === null ? null : new Date(watermark);
}

/** Returns true where others' posts with this account as a collaborator may be listed. */
export function hasCollaborations({ host, refused }: Pick<FetchContext, 'host' | 'refused'>): boolean {
  return existsOn(host, 'collaborative_media') && !refused.includes(collaborationsRefused);
}

function startOfTypeMetrics(now: Date): Date {
  return new Date(now.getTime() - typeMetricsDays * dayMillis);
}

function readOwn({ instagram, caller, refused }: FetchContext, media: FetchedMedia[], now: Date) {
  const measured = media.filter(
    ({ refusal, publishedAt }) => refusal === null && publishedAt >= startOfTypeMetrics(now),
  );
  return instagram.media.fetchTypeMetrics(
    caller,
    measured.map(({ id, productType, mediaType, publishedAt }) => ({
      id,
      productType,
      mediaType,
      withActivity: publishedAt.getTime() >= now.getTime() - activityDays * dayMillis,
    })),
    refused,
  );
}

/** Fetches type-specific metrics for the most overdue posts. */
export async function fetchTypeMetrics(context: FetchContext): Promise<Fetched> {
  const { instagram, caller, accountId, at: observedAt, refused, choose } = context;
  const posts = await choose('posts', () => listOverdue(context));
  const own = await instagram.media.fetchTypeMetrics(caller, posts, refused);
  return {
    outcome: { task: 'type_metrics' },
    earliestDay: null,
    refused: own.refused,
    store: (transaction) =>
      storeFigures(transaction, accountId, own.found, { observedAt, toDay: instagram.insights.toDay }),
  };
}

async function listOverdue({ db, accountId, at: observedAt, isSlow }: FetchContext): Promise<OwnPost[]> {
  const rows = isSlow ? [] : await listTypeSpecificFetches(db, accountId, { since: startOfTypeMetrics(observedAt) });
  const due = rows
    .filter(({ insights_refusal }) => insights_refusal === null)
    .map((row) => ({
      ...row,
      overdue: getOverdueRatio({ publishedAt: row.published_at, fetchedAt: row.type_metrics_fetched_at }, observedAt),
    }))
    .filter((row) => row.overdue >= 1)
    .sort((one, other) => other.overdue - one.overdue || other.published_at.getTime() - one.published_at.getTime());
  const posts: OwnPost[] = [];
  let calls = 0;
  for (const { media_id, product_type, media_type, published_at } of due) {
    const withActivity =
      product_type === 'FEED' && published_at.getTime() >= observedAt.getTime() - activityDays * dayMillis;
    calls += withActivity ? 2 : 1;
    if (calls > ownCalls) break;
    posts.push({ id: media_id, productType: product_type, mediaType: media_type, withActivity });
  }
  return posts;
}

/**
 * Throws if the account lacks a permission. Meta returns "(#10) Application does not have permission" for single posts
 * without an apparent reason. It concerns the account only if all posts return it and the token does lack a permission.
 */
async function requirePermission({ listMissingPermissions }: FetchContext, media: FetchedMedia[]): Promise<void> {
  const withInsights = media.filter(({ insightsRead }) => insightsRead);
  if (withInsights.length === 0 || withInsights.some(({ refusal }) => refusal !== 'no_permission')) return;
  const missing = await listMissingPermissions();
  if (missing.length > 0) throw new GraphError('permission', `Missing: ${missing.join(', ')}`, { code: 10 });
}

async function chooseDue({ db, accountId, at, choose }: FetchContext, media: FetchedMedia[]): Promise<FetchedMedia[]> {
  const due = new Set(await choose('due', async () => (await findDue(db, accountId, media, at)).map(({ id }) => id)));
  return media.filter(({ id }) => due.has(id));
}

async function findDue(db: Database, accountId: string, media: FetchedMedia[], now: Date): Promise<FetchedMedia[]> {
  if (media.length === 0) return [];
  const fetches = await listTypeSpecificFetches(db, accountId, {
    since: startOfTypeMetrics(now),
    mediaIds: media.map(({ id }) => id),
  });
  const readAt = new Map(fetches.map((row) => [row.media_id, row.insights_fetched_at]));
  return media.filter(
    ({ id, publishedAt }) => getOverdueRatio({ publishedAt, fetchedAt: readAt.get(id) ?? null }, now) >= 1,
  );
}

function refusalBefore(watermark: Date | null, { publishedAt }: FetchedMedia): string | null {
  return watermark && publishedAt < watermark ? 'before_business_account' : null;
}
