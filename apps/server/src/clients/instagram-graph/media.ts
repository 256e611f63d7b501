import { z } from 'zod';
import { GraphFailure } from './graph-failure.ts';
import type { BatchItem, GraphCaller, GraphHttp, Parameters } from './graph-http.ts';
import { InsightReply } from './insight-reply.ts';
import { figuresIn, noFigures, type MediaFigures } from './media-figures.ts';
import { readAll, throwCommonFailure, type Read } from './reading.ts';

export type { MediaFigures } from './media-figures.ts';
export type ProductType = 'FEED' | 'REELS' | 'STORY';

const fields =
  'id,caption,media_type,media_product_type,permalink,timestamp,media_url,thumbnail_url,username,like_count,comments_count,children{id,media_type,media_url}';
// What every kind of post answers; anything else would fail a mixed page whole.
const commonMetrics = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'total_interactions'].join(',');
// What only one kind answers. The newer ones come last and are left out where Instagram refuses them.
const ownMetrics = {
  FEED: ['follows', 'profile_visits', 'reposts'],
  REELS: ['ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reposts', 'reels_skip_rate'],
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
export const MediaPage = z.object({
  data: z.array(Media),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});
const OwnFields = z.object({
  collaborators: z.object({ data: z.array(z.object({ username: z.string() })) }).optional(),
  insights: InsightReply.optional(),
});

export interface FetchedMedia {
  id: string;
  productType: ProductType;
  mediaType: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
  caption: string;
  permalink: string | null;
  mediaUrl: string | null;
  thumbnailUrl: string | null;
  username: string | null;
  publishedAt: Date;
  figures: MediaFigures;
  /** Its insights were asked for, with whatever answer. */
  insightsRead: boolean;
  /** Why Instagram gives no insights of it, when it refuses them for good. */
  refusal: string | null;
}

export interface FetchedPage {
  media: FetchedMedia[];
  /** The cursor of the next page; null at the end. */
  after: string | null;
}

/** What only the kind of a media answers, read apart. */
export interface OwnFigures {
  id: string;
  figures: Partial<MediaFigures>;
  collaborators: string[];
}

export interface PageWanted {
  limit: number;
  after?: string;
  /** Only media published since then, or before then: what is older than the business account has no insights. */
  since?: Date;
  until?: Date;
  withInsights: boolean;
  /** Where a page cannot be read with its figures at once: which of its media are worth a call of their own? */
  findWanted: (media: FetchedMedia[]) => Promise<FetchedMedia[]>;
}

/** Posts, reels and what only their kind answers. */
export function createMediaReader(graph: GraphHttp) {
  /** A page of posts and reels, newest first. A page too heavy for Instagram is asked for in smaller ones. */
  async function listPosts(
    caller: GraphCaller,
    accountId: string,
    { limit, after, since, until, withInsights }: PageWanted,
  ): Promise<z.infer<typeof MediaPage>> {
    const parameters = (size: number): Parameters => ({
      fields: withInsights ? `${fields},insights.metric(${commonMetrics})` : fields,
      limit: size,
      after,
      since: since && Math.floor(since.getTime() / 1000),
      until: until && Math.floor(until.getTime() / 1000),
    });
    for (let size = limit; ; size = Math.ceil(size / 2)) {
      try {
        return MediaPage.parse(await graph.get(caller, `${accountId}/media`, parameters(size)));
      } catch (error) {
        const tooMuch = error instanceof GraphFailure && /reduce the amount of data/i.test(error.message);
        if (!tooMuch || size <= smallestPage) throw error;
      }
    }
  }

  return {
    /**
     * A page with its figures: one HTTP request. They are all or nothing; when one media spoils the page, it comes
     * without them, and each media that is wanted is asked alone.
     */
    async fetchPosts(caller: GraphCaller, accountId: string, wanted: PageWanted): Promise<FetchedPage> {
      let page: z.infer<typeof MediaPage>;
      let spoilt = false;
      try {
        page = await listPosts(caller, accountId, wanted);
      } catch (error) {
        if (!wanted.withInsights || !(error instanceof GraphFailure) || error.kind !== 'permanent') throw error;
        spoilt = true;
        page = await listPosts(caller, accountId, { ...wanted, withInsights: false });
      }
      const media = toFetchedMedia(page);
      if (spoilt) {
        const asked = await wanted.findWanted(media);
        const items = await readEach(
          graph,
          caller,
          asked.map(({ id }) => ({ path: `${id}/insights`, parameters: { metric: commonMetrics } })),
        );
        for (const [index, item] of items.entries()) applyItem(asked[index], item);
      }
      return { media, after: page.paging?.next ? (page.paging.cursors?.after ?? null) : null };
    },

    /**
     * What only its kind answers, for each post: a call, and one more for what people did on the profile. A metric that
     * is refused for a kind is left out from then on; `refused` names those, as `FEED:reposts`.
     */
    async fetchOwnFigures(
      caller: GraphCaller,
      posts: { id: string; productType: ProductType; withActivity: boolean }[],
      refused: readonly string[],
    ): Promise<{ found: OwnFigures[]; refused: string[] }> {
      const known = new Set(refused);
      const asked = posts.flatMap((post) =>
        post.productType === 'STORY' ? [] : [{ ...post, kind: post.productType }],
      );
      const readOf = ({ id }: (typeof asked)[number], metrics: readonly string[]): Read => ({
        path: id,
        parameters: {
          fields: [
            'collaborators{username}',
            ...(metrics.length > 0 ? [`insights.metric(${metrics.join(',')})`] : []),
          ].join(','),
        },
      });
      const metricsOf = (kind: 'FEED' | 'REELS') => ownMetrics[kind].filter((name) => !known.has(`${kind}:${name}`));
      const active = asked.filter(
        ({ kind, withActivity }) => withActivity && kind === 'FEED' && !known.has(activityRefused),
      );

      const items = await readEach(graph, caller, [
        ...asked.map((post) => readOf(post, metricsOf(post.kind))),
        ...active.map(({ id }) => ({ path: `${id}/insights`, parameters: profileActivity })),
      ]);
      const found = new Map<string, OwnFigures>();
      const spoilt = asked.filter((post, index) => !addOwn(found, post.id, items[index]));
      for (const [index, { id }] of active.entries()) {
        const item = items[asked.length + index];
        if (item?.ok) Object.assign(ownOf(found, id).figures, figuresIn(InsightReply.parse(item.body)));
        else if (item && isUnknownMetric(item.failure)) known.add(activityRefused);
      }
      // A kind's reading that fails altogether names a metric that this version of the API does not have.
      for (const kind of ['FEED', 'REELS'] as const) {
        const first = spoilt.find((post) => post.kind === kind);
        if (!first || asked.some((post) => post.kind === kind && found.has(post.id))) continue;
        const alone = await readEach(
          graph,
          caller,
          metricsOf(kind).map((metric) => readOf(first, [metric])),
        );
        const bad = metricsOf(kind).filter((_, index) => !alone[index]?.ok);
        if (bad.length === ownMetrics[kind].length) continue;
        for (const metric of bad) known.add(`${kind}:${metric}`);
        const again = spoilt.filter((post) => post.kind === kind);
        const later = await readEach(
          graph,
          caller,
          again.map((post) => readOf(post, metricsOf(kind))),
        );
        for (const [index, post] of again.entries()) addOwn(found, post.id, later[index]);
      }
      return { found: [...found.values()], refused: [...known] };
    },
  };
}

export type MediaReader = ReturnType<typeof createMediaReader>;

const smallestPage = 10;
const activityRefused = 'FEED:profile_activity';
const profileActivity = { metric: 'profile_activity', breakdown: 'action_type' };
const enoughToJudge = 5;
const suspiciousShare = 0.2;

/**
 * Reads of single media, each standing or falling alone. A burst of "does not exist" is how Instagram has been seen to
 * throttle: then nothing of it is believed.
 */
export async function readEach(graph: GraphHttp, caller: GraphCaller, reads: Read[]): Promise<BatchItem[]> {
  const items = await readAll(graph, caller, reads);
  throwCommonFailure(items, { needsPermission: true });
  const lost = items.filter((item) => !item.ok && item.failure.code === 100 && item.failure.subcode === 33);
  if (lost.length >= enoughToJudge && lost.length > items.length * suspiciousShare)
    throw new GraphFailure(
      'throttle-account',
      'Instagram hides many posts at once, which is how it slows callers down',
      {
        code: 100,
        subcode: 33,
      },
    );
  return items;
}

export function applyItem(media: FetchedMedia | undefined, item: BatchItem | undefined): void {
  if (!media || !item) return;
  media.insightsRead = true;
  if (item.ok) Object.assign(media.figures, figuresIn(InsightReply.parse(item.body)));
  else media.refusal = refusalOf(item.failure);
}

function refusalOf(failure: GraphFailure): string {
  if (failure.subcode === 2_108_006) return 'before_business_account';
  if (failure.code === 10) return 'not_enough_viewers';
  return `refused_${failure.code ?? 'unknown'}`;
}

function isUnknownMetric(failure: GraphFailure): boolean {
  return failure.code === 100 && failure.subcode === null;
}

function ownOf(found: Map<string, OwnFigures>, id: string): OwnFigures {
  const own = found.get(id) ?? { id, figures: {}, collaborators: [] };
  found.set(id, own);
  return own;
}

function addOwn(found: Map<string, OwnFigures>, id: string, item: BatchItem | undefined): boolean {
  if (!item?.ok) return false;
  const reply = OwnFields.parse(item.body);
  const own = ownOf(found, id);
  own.collaborators = reply.collaborators?.data.map(({ username }) => username) ?? [];
  if (reply.insights) Object.assign(own.figures, figuresIn(reply.insights));
  return true;
}

/** The media of a page, advertisements left out, each once. */
export function toFetchedMedia(page: z.infer<typeof MediaPage>): FetchedMedia[] {
  const kept = page.data.filter((media) => media.media_product_type !== 'AD');
  return [...new Map(kept.map((media) => [media.id, toMedia(media)])).values()];
}

function toMedia(media: z.infer<typeof Media>): FetchedMedia {
  return {
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
    figures: {
      ...noFigures,
      likes: media.like_count ?? null,
      comments: media.comments_count ?? null,
      ...(media.insights ? figuresIn(media.insights) : {}),
    },
    insightsRead: media.insights !== undefined,
    refusal: null,
  };
}

export { fields as mediaFields };
