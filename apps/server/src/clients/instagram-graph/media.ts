import { z } from 'zod';
import { GraphFailure } from './graph-failure.ts';
import { batchSize, type BatchItem, type GraphCaller, type GraphHttp } from './graph-http.ts';
import { InsightReply, cellsOf, metricNamed, totalOf } from './insight-reply.ts';

const fields =
  'id,caption,media_type,media_product_type,permalink,timestamp,media_url,thumbnail_url,username,like_count,comments_count,children{id,media_type,media_url}';
// What every kind of media answers; anything else would fail a mixed page whole.
const commonMetrics = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'total_interactions'];
const ownMetrics = {
  FEED: ['follows', 'profile_visits', 'reposts'],
  REELS: ['ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reposts'],
  STORY: ['reach', 'views', 'shares', 'total_interactions', 'follows', 'profile_visits', 'replies', 'reposts'],
} as const;

const Media = z.object({
  id: z.string(),
  caption: z.string().optional(),
  media_type: z.enum(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']).catch('IMAGE'),
  media_product_type: z.enum(['FEED', 'REELS', 'STORY', 'AD']).catch('FEED'),
  permalink: z.string().optional(),
  timestamp: z.string(),
  media_url: z.string().optional(),
  thumbnail_url: z.string().optional(),
  username: z.string().optional(),
  like_count: z.number().optional(),
  comments_count: z.number().optional(),
  children: z.object({ data: z.array(z.object({ media_url: z.string().optional() })) }).optional(),
  insights: InsightReply.optional(),
});
const MediaPage = z.object({
  data: z.array(Media),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

/** Lifetime totals; null is "Instagram does not say". */
interface MediaFigures {
  reach: number | null;
  views: number | null;
  likes: number | null;
  comments: number | null;
  saved: number | null;
  shares: number | null;
  interactions: number | null;
  follows: number | null;
  profile_visits: number | null;
  replies: number | null;
  reposts: number | null;
  average_watch_ms: number | null;
  total_watch_ms: number | null;
  taps_forward: number | null;
  taps_back: number | null;
  exits: number | null;
  swipes_forward: number | null;
}

export interface FetchedMedia {
  id: string;
  productType: 'FEED' | 'REELS' | 'STORY';
  mediaType: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
  caption: string;
  permalink: string | null;
  mediaUrl: string | null;
  thumbnailUrl: string | null;
  username: string | null;
  publishedAt: Date;
  collaborators: string[];
  figures: MediaFigures;
  /** Why Instagram gives no insights of it, when it refuses them for good. */
  refusal: string | null;
}

export interface FetchedPage {
  media: FetchedMedia[];
  /** The cursor of the next page; null at the end. */
  after: string | null;
}

/** Posts, reels and stories with their lifetime totals. */
export function createMediaReader(graph: GraphHttp) {
  async function list(
    caller: GraphCaller,
    path: string,
    parameters: { limit: number; after?: string; withInsights: boolean; metrics: readonly string[] },
  ) {
    const insights = parameters.withInsights ? `,insights.metric(${parameters.metrics.join(',')})` : '';
    return MediaPage.parse(
      await graph.get(caller, path, { fields: fields + insights, limit: parameters.limit, after: parameters.after }),
    );
  }

  /** Reads of single media, each standing or falling alone. A story with few viewers or an old post is no reason to stop. */
  async function readEach(
    caller: GraphCaller,
    reads: { path: string; parameters: Record<string, string> }[],
  ): Promise<BatchItem[]> {
    const items: BatchItem[] = [];
    for (let at = 0; at < reads.length; at += batchSize)
      items.push(...(await graph.batch(caller, reads.slice(at, at + batchSize))));
    for (const item of items) if (!item.ok && item.failure.kind !== 'permanent') throw item.failure;
    return items;
  }

  /**
   * One page with its figures. The nested figures are all or nothing; when one media spoils the page, the page comes
   * without them and each media is asked alone. `skipBefore` names the instant before which Instagram refuses for good.
   */
  async function fetchPage(
    caller: GraphCaller,
    path: string,
    {
      limit,
      after,
      metrics,
      skipBefore,
    }: { limit: number; after?: string; metrics: readonly string[]; skipBefore: Date | null },
  ): Promise<FetchedPage> {
    let page: z.infer<typeof MediaPage>;
    let nested = skipBefore === null;
    try {
      page = await list(caller, path, { limit, after, withInsights: nested, metrics });
    } catch (error) {
      if (!nested || !(error instanceof GraphFailure) || error.kind !== 'permanent') throw error;
      nested = false;
      page = await list(caller, path, { limit, after, withInsights: false, metrics });
    }
    const kept = page.data.filter((media) => media.media_product_type !== 'AD');
    const media = kept.map(toFetchedMedia);
    const readable = media.filter(({ publishedAt }) => !skipBefore || publishedAt >= skipBefore);

    if (!nested) {
      const items = await readEach(
        caller,
        readable.map(({ id }) => ({ path: `${id}/insights`, parameters: { metric: metrics.join(',') } })),
      );
      for (const [index, item] of items.entries()) applyItem(readable[index], item);
      for (const item of media)
        if (skipBefore && item.publishedAt < skipBefore) item.refusal = 'before_business_account';
    }
    return { media, after: page.paging?.next ? (page.paging.cursors?.after ?? null) : null };
  }

  return {
    /** A page of posts and reels, newest first, with what only their kind answers (two HTTP requests for 50). */
    async fetchMediaPage(
      caller: GraphCaller,
      accountId: string,
      options: { limit: number; after?: string; skipBefore: Date | null; ownMetricsSince: Date },
    ): Promise<FetchedPage> {
      const page = await fetchPage(caller, `${accountId}/media`, { ...options, metrics: commonMetrics });
      const asked = page.media.filter(
        ({ refusal, publishedAt }) => refusal === null && publishedAt >= options.ownMetricsSince,
      );
      const items = await readEach(
        caller,
        asked.map(({ id, productType }) => ({
          path: id,
          parameters: { fields: `collaborators{username},insights.metric(${ownMetrics[productType].join(',')})` },
        })),
      );
      for (const [index, item] of items.entries()) {
        const media = asked[index];
        if (media && item.ok) applyOwnFields(media, item.body);
      }
      return page;
    },

    /** The stories that are live now, with how people moved through them. */
    async fetchStories(caller: GraphCaller, accountId: string): Promise<FetchedMedia[]> {
      const { media } = await fetchPage(caller, `${accountId}/stories`, {
        limit: 100,
        metrics: ownMetrics.STORY,
        skipBefore: null,
      });
      const asked = media.filter(({ refusal }) => refusal === null);
      const items = await readEach(
        caller,
        asked.map(({ id }) => ({
          path: `${id}/insights`,
          parameters: { metric: 'navigation', breakdown: 'story_navigation_action_type' },
        })),
      );
      for (const [index, item] of items.entries()) {
        const story = asked[index];
        if (story && item.ok) applyInsights(story, InsightReply.parse(item.body));
      }
      return media;
    },
  };
}

export type MediaReader = ReturnType<typeof createMediaReader>;

function applyItem(media: FetchedMedia | undefined, item: BatchItem): void {
  if (!media) return;
  if (item.ok) applyInsights(media, InsightReply.parse(item.body));
  else media.refusal = refusalOf(item.failure);
}

function refusalOf(failure: GraphFailure): string {
  if (failure.subcode === 2_108_006) return 'before_business_account';
  if (failure.code === 10) return 'not_enough_viewers';
  return `refused_${failure.code ?? 'unknown'}`;
}

const OwnFields = z.object({
  collaborators: z.object({ data: z.array(z.object({ username: z.string() })) }).optional(),
  insights: InsightReply.optional(),
});

function applyOwnFields(media: FetchedMedia, body: unknown): void {
  const own = OwnFields.parse(body);
  media.collaborators = own.collaborators?.data.map(({ username }) => username) ?? [];
  if (own.insights) applyInsights(media, own.insights);
}

function applyInsights({ figures }: FetchedMedia, reply: z.infer<typeof InsightReply>): void {
  const take = (name: string, key: keyof MediaFigures) => {
    const value = totalOf(metricNamed(reply, name));
    if (value !== null) figures[key] = value;
  };
  take('reach', 'reach');
  take('views', 'views');
  take('likes', 'likes');
  take('comments', 'comments');
  take('saved', 'saved');
  take('shares', 'shares');
  take('total_interactions', 'interactions');
  take('follows', 'follows');
  take('profile_visits', 'profile_visits');
  take('replies', 'replies');
  take('reposts', 'reposts');
  take('ig_reels_avg_watch_time', 'average_watch_ms');
  take('ig_reels_video_view_total_time', 'total_watch_ms');
  const taps = cellsOf(metricNamed(reply, 'navigation'), 'story_navigation_action_type');
  if (!taps) return;
  figures.taps_forward = taps.get('tap_forward') ?? 0;
  figures.taps_back = taps.get('tap_back') ?? 0;
  figures.exits = taps.get('tap_exit') ?? 0;
  figures.swipes_forward = taps.get('swipe_forward') ?? 0;
}

function toFetchedMedia(media: z.infer<typeof Media>): FetchedMedia {
  const fetched: FetchedMedia = {
    id: media.id,
    productType: media.media_product_type === 'AD' ? 'FEED' : media.media_product_type,
    mediaType: media.media_type,
    caption: media.caption ?? '',
    permalink: media.permalink ?? null,
    mediaUrl: media.media_url ?? null,
    thumbnailUrl:
      media.thumbnail_url ??
      (media.media_type === 'VIDEO' ? null : (media.media_url ?? media.children?.data[0]?.media_url ?? null)),
    username: media.username ?? null,
    publishedAt: new Date(media.timestamp.replace('+0000', 'Z')),
    collaborators: [],
    figures: {
      reach: null,
      views: null,
      likes: media.like_count ?? null,
      comments: media.comments_count ?? null,
      saved: null,
      shares: null,
      interactions: null,
      follows: null,
      profile_visits: null,
      replies: null,
      reposts: null,
      average_watch_ms: null,
      total_watch_ms: null,
      taps_forward: null,
      taps_back: null,
      exits: null,
      swipes_forward: null,
    },
    refusal: null,
  };
  if (media.insights) applyInsights(fetched, media.insights);
  return fetched;
}
