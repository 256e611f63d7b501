import { listAsked } from '../../../metrics/post-columns.ts';
import { beforeConversion, GraphError, refusedMetrics } from './graph-error.ts';
import type { BatchItem } from './batch-item.ts';
import type { GraphCaller, GraphHttp, Parameters } from './graph-http.ts';
import { InsightReply } from './insight-reply.ts';
import { figuresIn } from './media-figures.ts';
import {
  collaborationFields,
  mediaFields,
  toMediaPage,
  type MediaPage,
  type MediaType,
  type ProductType,
} from './media-node.ts';
import { readAll, throwFatalFailure, type Read, type BatchQuery } from './batch-reads.ts';
import type { FetchedMedia } from '../../../features/sync/index.ts';

// Metrics that all kinds of post support; any other would make a mixed page fail.
const commonMetrics = listAsked('posts');

export interface FetchedPage extends MediaPage {
  /** Metrics that Instagram refuses for a kind of post, as `FEED/VIDEO:views`, including those known before. */
  refused: string[];
}

export interface RequestedPage {
  limit: number;
  after?: string;
  /** Only media published since, or until, then: anything older than the business account has no insights. */
  since?: Date;
  until?: Date;
  withInsights: boolean;
  /** Metrics known to be refused, as `FEED/VIDEO:views`. */
  refused: readonly string[];
  /** Selects the media items to fetch individually when a page cannot be fetched with its metrics at once. */
  findRequested: (media: FetchedMedia[]) => Promise<FetchedMedia[]>;
}

export function createMediaReader(graph: GraphHttp) {
  /** Lists a page of posts, newest first. A page too large for Instagram is fetched in smaller ones. */
  async function listPosts(
    caller: GraphCaller,
    path: string,
    { limit, after, since, until, withInsights }: Omit<RequestedPage, 'findWanted' | 'refused'>,
  ): Promise<MediaPage> {
    const parameters = (size: number): Parameters => ({
      ...listParameters({ limit: size, withInsights }),
      after,
      since: since && toSeconds(since),
      until: until && toSeconds(until),
    });
    for (let size = limit; ; size = Math.ceil(size / 2)) {
      try {
        return toMediaPage(graph, await graph.get(caller, path, parameters(size)));
      } catch (error) {
        const isTooMuch =
          error instanceof GraphError && (error.timedOut || /reduce the amount of data/i.test(error.message));
        if (!isTooMuch || size <= smallestPage) throw error;
      }
    }
  }

  async function fetchPage(caller: GraphCaller, path: string, requested: RequestedPage): Promise<FetchedPage> {
    try {
      return { ...(await listPosts(caller, path, requested)), refused: [...requested.refused] };
    } catch (error) {
      if (!requested.withInsights || !concernsItem(error)) throw error;
    }
    const page = await listPosts(caller, path, { ...requested, withInsights: false });
    const refused = new Set(requested.refused);
    await readFigures(caller, await requested.findRequested(page.media), refused);
    return { ...page, refused: [...refused] };
  }

  /** Fetches single posts' metrics, each without those refused for its kind. */
  async function readFigures(caller: GraphCaller, posts: FetchedMedia[], refused: Set<string>): Promise<void> {
    const ask = (requested: { post: FetchedMedia; metrics: string[] }[]) =>
      readEach(
        graph,
        caller,
        requested.map(({ post, metrics }) => ({
          path: `${post.id}/insights`,
          parameters: { metric: metrics.join(',') },
        })),
      );
    const first = posts.map((post) => ({
      post,
      metrics: commonMetrics.filter((name) => !refused.has(`${toKind(post)}:${name}`)),
    }));
    const items = await ask(first);
    const second: { post: FetchedMedia; metrics: string[]; named: string[] }[] = [];
    for (const [index, { post, metrics }] of first.entries()) {
      const item = items[index];
      const named = item && !item.ok ? refusedMetrics(item.failure, metrics) : [];
      const others = metrics.filter((name) => !named.includes(name));
      if (named.length > 0 && others.length > 0) second.push({ post, metrics: others, named });
      else applyItem(post, item);
    }
    const later = await ask(second);
    for (const [index, { post, named }] of second.entries()) {
      applyItem(post, later[index]);
      // A metric that an error names counts as refused only if the retry without it succeeds.
      if (later[index]?.ok) for (const name of named) refused.add(`${toKind(post)}:${name}`);
    }
  }

  return {
    /**
     * Fetches a page with its metrics in one HTTP request. It fails as a whole: when one post spoils the page, it is
     * fetched without metrics, and each requested post individually.
     */
    fetchPosts: (caller: GraphCaller, accountId: string, requested: RequestedPage): Promise<FetchedPage> =>
      fetchPage(caller, `${accountId}/media`, requested),

    /** Queries posts published since an instant, with their metrics; none when one of them fails the page. */
    youngPostsQuery(accountId: string, since: Date): BatchQuery<FetchedMedia[]> {
      const parameters = { ...listParameters({ limit: maxYoung, withInsights: true }), since: toSeconds(since) };
      return {
        reads: [{ path: `${accountId}/media`, parameters }],
        take: ([item]) => (item?.ok ? toMediaPage(graph, item.body).media : []),
      };
    },

    /**
     * Queries the newest posts that others published with this account as an accepted collaborator: counts but no
     * insights ("Supported Fields on Collaborative Media", Instagram API with Facebook Login, April 2026). Null when
     * the edge is refused.
     */
    collaborationsQuery(accountId: string): BatchQuery<FetchedMedia[] | null> {
      return {
        reads: [{ path: `${accountId}/collaborative_media`, parameters: { fields: collaborationFields, limit: 50 } }],
        take: ([item]) => (item?.ok ? toMediaPage(graph, item.body).media.map(asCollaboration) : null),
      };
    },
  };
}

export type MediaReader = ReturnType<typeof createMediaReader>;

function listParameters({ limit, withInsights }: { limit: number; withInsights: boolean }): Parameters {
  return {
    fields: withInsights ? `${mediaFields},insights.metric(${commonMetrics.join(',')})` : mediaFields,
    limit,
  };
}

function asCollaboration(media: FetchedMedia): FetchedMedia {
  return { ...media, isCollaboration: true, refusal: 'collaboration' };
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

/** More than any account publishes in three days. */
const maxYoung = 50;
const smallestPage = 10;
const enoughToJudge = 5;
const suspiciousShare = 0.2;

/** Returns the product and media type, by which refused metrics are stored. */
export function toKind({ productType, mediaType }: { productType: ProductType; mediaType: MediaType }): string {
  return `${productType}/${mediaType}`;
}

/** Returns true for an error that may concern a single post, metric or edge, and not the account. */
function concernsItem(error: unknown): boolean {
  return error instanceof GraphError && (error.kind === 'permanent' || error.kind === 'permission');
}

/**
 * Fetches single media items, each succeeding or failing alone. Instagram has been seen to throttle with a burst of
 * "does not exist": then none of these errors is trusted.
 */
export async function readEach(graph: GraphHttp, caller: GraphCaller, reads: Read[]): Promise<BatchItem[]> {
  const items = await readAll(graph, caller, reads);
  throwFatalFailure(items, { needsPermission: false });
  const lost = items.filter((item) => !item.ok && item.failure.code === 100 && item.failure.subcode === 33);
  if (lost.length >= enoughToJudge && lost.length > items.length * suspiciousShare)
    throw new GraphError('throttle-account', 'Instagram omitted many posts at once, which indicates throttling', {
      code: 100,
      subcode: 33,
    });
  return items;
}

export function applyItem(media: FetchedMedia | undefined, item: BatchItem | undefined): void {
  if (!media || !item) return;
  media.insightsRead = true;
  if (item.ok) Object.assign(media.figures, figuresIn(InsightReply.parse(item.body)));
  else media.refusal = toRefusal(item.failure, media);
}

function toRefusal(failure: GraphError, { productType }: FetchedMedia): string {
  if (failure.subcode === beforeConversion) return 'before_business_account';
  if (failure.code !== 10) return `refused_${failure.code ?? 'unknown'}`;
  // A story's metrics are refused below five viewers; a post's, according to Meta, for lack of a permission.
  return productType === 'STORY' || failure.kind === 'permanent' ? 'not_enough_viewers' : 'no_permission';
}
