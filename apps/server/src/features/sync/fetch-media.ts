import type { FetchedMedia } from '../../clients/instagram-graph/media.ts';
import type { Database } from '../../database/database.ts';
import type { FetchContext, Fetched } from './fetch-context.ts';
import { findInsightsWatermark, findMediaCount, listOwnReadings } from './queries.ts';
import { overdue } from './rhythm-rules.ts';
import { type Step } from './rules.ts';
import { markUnlisted, storeFigures, storeMedia } from './store-media.ts';

/** The specification's page of a first sync, and the largest that Instagram gives. */
const firstPageSize = 50;
const largestPage = 100;
/** Instagram lists the newest 10,000 posts; a list that goes on far beyond is going round in circles. */
const mostPosts = 11_000;
const dayMillis = 86_400_000;
const activityDays = 90;
const ownFiguresDays = 730;
/** Calls that later syncs spend a time on what only a post's kind answers. */
const ownCalls = 20;

/** A page of posts. In a first sync with what only their kind answers; later that is a step of its own. */
export async function fetchMediaPage(context: FetchContext, step: Step & { task: 'media_history' }): Promise<Fetched> {
  const { db, instagram, caller, accountId, clock, isFirst } = context;
  const { dayOf } = instagram.insights;
  const observedAt = clock();
  const [watermark, mediaCount] = await Promise.all([
    findInsightsWatermark(db, accountId),
    findMediaCount(db, accountId),
  ]);
  // A first sync walks one list from the newest to the oldest; what is older than the watermark has no insights.
  const isOld = isFirst ? watermark !== null : step.withoutInsights;
  const page = await instagram.media.fetchPosts(caller, accountId, {
    limit: isFirst ? firstPageSize : largestPage,
    after: step.after ?? undefined,
    since: !isFirst && !isOld ? (watermark ?? undefined) : undefined,
    until: !isFirst && isOld ? (watermark ?? undefined) : undefined,
    withInsights: !isOld,
    findWanted: async (media) => (isFirst ? media : findDue(db, accountId, media, observedAt)),
  });
  if (isOld) for (const media of page.media) media.refusal = refusalBefore(watermark, media);

  const own = isFirst ? await readOwn(context, page.media, observedAt) : { found: [], refused: undefined };
  for (const { id, figures } of own.found)
    Object.assign(page.media.find((media) => media.id === id)?.figures ?? {}, figures);
  const instants = page.media.map(({ publishedAt }) => publishedAt.getTime());
  const oldest = instants.length > 0 ? new Date(Math.min(...instants)) : null;
  const isStuck = (page.after !== null && page.after === step.after) || step.read > mostPosts;
  const after = isStuck ? null : page.after;
  return {
    outcome: {
      task: 'media_history',
      read: page.media.length,
      after,
      total: mediaCount,
      oldestOfPage: oldest ? dayOf(oldest) : null,
      hasOlderWithoutInsights: !isFirst && !isOld && watermark !== null,
    },
    earliestDay: null,
    refused: own.refused,
    async store(transaction) {
      await storeMedia(transaction, accountId, page.media, { observedAt, dayOf });
      await storeFigures(transaction, accountId, own.found, { observedAt, dayOf });
      if (!isStuck)
        await markUnlisted(transaction, accountId, page.media, {
          from: after === null ? (isOld || isFirst ? null : watermark) : oldest,
          to: step.after === null ? (isOld && !isFirst ? watermark : null) : new Date(Math.max(...instants)),
          observedAt,
        });
    },
  };
}

function readOwn({ instagram, caller, refused }: FetchContext, media: FetchedMedia[], now: Date) {
  const asked = media.filter(
    ({ refusal, publishedAt }) =>
      refusal === null && publishedAt.getTime() >= now.getTime() - ownFiguresDays * dayMillis,
  );
  return instagram.media.fetchOwnFigures(
    caller,
    asked.map(({ id, productType, publishedAt }) => ({
      id,
      productType,
      withActivity: publishedAt.getTime() >= now.getTime() - activityDays * dayMillis,
    })),
    refused,
  );
}

/** What only its kind answers, for the posts whose reading is most overdue. */
export async function fetchOwnFigures(context: FetchContext): Promise<Fetched> {
  const { db, instagram, caller, accountId, clock, refused, isSlow } = context;
  const observedAt = clock();
  const rows = isSlow ? [] : await listOwnReadings(db, accountId);
  const due = rows
    .filter(({ insights_refusal }) => insights_refusal === null)
    .map((row) => ({
      ...row,
      overdue: overdue({ publishedAt: row.published_at, readAt: row.own_read_at }, observedAt),
    }))
    .filter((row) => row.overdue >= 1)
    .sort((one, other) => other.overdue - one.overdue || other.published_at.getTime() - one.published_at.getTime());
  const posts = [];
  let calls = 0;
  for (const { media_id, product_type, published_at } of due) {
    const withActivity =
      product_type === 'FEED' && published_at.getTime() >= observedAt.getTime() - activityDays * dayMillis;
    calls += withActivity ? 2 : 1;
    if (calls > ownCalls) break;
    posts.push({ id: media_id, productType: product_type, withActivity });
  }
  const own = await instagram.media.fetchOwnFigures(caller, posts, refused);
  return {
    outcome: { task: 'own_figures' },
    earliestDay: null,
    refused: own.refused,
    store: (transaction) =>
      storeFigures(transaction, accountId, own.found, { observedAt, dayOf: instagram.insights.dayOf }),
  };
}

async function findDue(db: Database, accountId: string, media: FetchedMedia[], now: Date): Promise<FetchedMedia[]> {
  if (media.length === 0) return [];
  const readings = await listOwnReadings(
    db,
    accountId,
    media.map(({ id }) => id),
  );
  const readAt = new Map(readings.map((row) => [row.media_id, row.insights_read_at]));
  return media.filter(({ id, publishedAt }) => overdue({ publishedAt, readAt: readAt.get(id) ?? null }, now) >= 1);
}

function refusalBefore(watermark: Date | null, { publishedAt }: FetchedMedia): string | null {
  return watermark && publishedAt < watermark ? 'before_business_account' : null;
}
