import { z } from 'zod';
import { listAsked } from '../../../metrics/post-columns.ts';
import { refusedMetrics, type GraphError } from './graph-error.ts';
import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { existsOn } from './hosts.ts';
import { InsightReply } from './insight-reply.ts';
import { toKind, readEach } from './media.ts';
import { figuresIn } from './media-figures.ts';
import type { MediaType, ProductType } from './media-node.ts';
import type { Read } from './batch-reads.ts';
import type { TypeMetrics } from '../../../features/sync/index.ts';

// Metrics that only one kind supports.
const ownMetrics = { FEED: listAsked('FEED'), REELS: listAsked('REELS') };
/** A field that is refused and remembered like a metric. */
const collaboratorsField = 'collaborators';
const activityRefused = 'FEED:profile_activity';
const profileActivity = { metric: 'profile_activity', breakdown: 'action_type' };

const Collaborator = z.object({ username: z.string(), invite_status: z.string().optional().catch(undefined) });
const OwnFields = z.object({
  collaborators: z
    .object({ data: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
  insights: InsightReply.optional().catch(undefined),
});

export interface OwnPost {
  id: string;
  productType: ProductType;
  mediaType: MediaType;
  withActivity: boolean;
}

/** Fetches type-specific metrics: one call per post, and one more for profile activity. */
export function createTypeMetricsReader(graph: GraphHttp) {
  return {
    /** Refused metrics are left out from then on; `refused` names them, as `FEED/IMAGE:reposts`. */
    async fetchTypeMetrics(
      caller: GraphCaller,
      posts: readonly OwnPost[],
      refused: readonly string[],
    ): Promise<{ found: TypeMetrics[]; refused: string[] }> {
      const known = new Set(refused);
      const measured = posts.flatMap((post) =>
        post.productType === 'STORY' ? [] : [{ ...post, product: post.productType, kind: toKind(post) }],
      );
      const splitPath = ({ product, kind }: { product: 'FEED' | 'REELS'; kind: string }) =>
        [...ownMetrics[product], collaboratorsField].filter(
          (name) => existsOn(caller.host, name) && !known.has(`${kind}:${name}`),
        );
      const active = measured.filter(
        ({ product, withActivity }) => withActivity && product === 'FEED' && !known.has(activityRefused),
      );

      const items = await readEach(graph, caller, [
        ...measured.map((post) => toRead(post.id, splitPath(post))),
        ...active.map(({ id }) => ({ path: `${id}/insights`, parameters: profileActivity })),
      ]);
      const found = new Map<string, TypeMetrics>();
      const failed = measured.flatMap((post, index) => {
        const item = items[index];
        if (!item?.ok) return item ? [{ ...post, failure: item.failure }] : [];
        add(found, post.id, item.body);
        return [];
      });
      for (const [index, { id }] of active.entries()) {
        const item = items[measured.length + index];
        if (item?.ok) Object.assign(toOwn(found, id).figures, figuresIn(InsightReply.parse(item.body)));
        else if (item?.failure.code === 100 && item.failure.subcode === null) known.add(activityRefused);
      }

      const kindsToRepeat = new Set<string>();
      for (const [kind, posts] of Map.groupBy(failed, (post) => post.kind)) {
        const isWholeKind = !measured.some((post) => post.kind === kind && found.has(post.id));
        const bad = await findRefused(caller, posts, splitPath, isWholeKind);
        for (const name of bad) known.add(`${kind}:${name}`);
        if (bad.length > 0) kindsToRepeat.add(kind);
      }
      const again = failed.filter((post) => kindsToRepeat.has(post.kind));
      const later = await readEach(
        graph,
        caller,
        again.map((post) => toRead(post.id, splitPath(post))),
      );
      for (const [index, post] of again.entries()) {
        const item = later[index];
        if (item?.ok) add(found, post.id, item.body);
      }
      return { found: [...found.values()], refused: [...known] };
    },
  };

  /**
   * Returns the parts that Instagram refuses for a kind: named by the errors, or, when all posts of the kind fail
   * without a name, found by requesting each part alone. If all parts are refused alike, the reason is the post, not
   * the metrics.
   */
  async function findRefused<Post extends OwnPost & { failure: GraphError }>(
    caller: GraphCaller,
    posts: readonly Post[],
    splitPath: (post: Post) => string[],
    isWholeKind: boolean,
  ): Promise<string[]> {
    const [first] = posts;
    if (!first) return [];
    const named = new Set(posts.flatMap((post) => refusedMetrics(post.failure, splitPath(post))));
    const parts = splitPath(first);
    const others = parts.filter((name) => !named.has(name));
    if (named.size > 0 && others.length > 0) {
      const [rest] = await readEach(graph, caller, [toRead(first.id, others)]);
      if (rest?.ok) return [...named];
    } else if (!isWholeKind) return [];
    const alone = await readEach(
      graph,
      caller,
      parts.map((name) => toRead(first.id, [name])),
    );
    const bad = parts.filter((_, index) => !alone[index]?.ok);
    const isAnswered = parts.some((name, index) => name !== collaboratorsField && alone[index]?.ok);
    return isAnswered ? bad : [];
  }

  function add(found: Map<string, TypeMetrics>, id: string, body: unknown): void {
    const reply = OwnFields.safeParse(body);
    if (!reply.success) return;
    const own = toOwn(found, id);
    const { collaborators, insights } = reply.data;
    if (insights) Object.assign(own.figures, figuresIn(insights));
    if (!collaborators) return;
    const parsed = collaborators.data.map((entry) => Collaborator.safeParse(entry));
    const dropped = parsed.filter(({ success }) => !success).length;
    if (dropped > 0)
      graph.reportDropped({ part: 'collaborator', count: dropped, problem: 'a collaborator without a name' });
    own.collaborators = parsed.flatMap(({ data }) => (data && hasAccepted(data.invite_status) ? [data.username] : []));
  }
}

export type TypeMetricsReader = ReturnType<typeof createTypeMetricsReader>;

/** Accepts every status but declined and pending, because Meta's own sample is misspelt "Accpeted". */
function hasAccepted(status: string | undefined): boolean {
  return !/^(pending|declined)$/i.test(status ?? '');
}

function toRead(id: string, parts: readonly string[]): Read {
  const metrics = parts.filter((name) => name !== collaboratorsField);
  return {
    path: id,
    parameters: {
      fields: [
        'id',
        ...(parts.includes(collaboratorsField) ? ['collaborators{username,invite_status}'] : []),
        ...(metrics.length > 0 ? [`insights.metric(${metrics.join(',')})`] : []),
      ].join(','),
    },
  };
}

function toOwn(found: Map<string, TypeMetrics>, id: string): TypeMetrics {
  const own = found.get(id) ?? { id, figures: {}, collaborators: null };
  found.set(id, own);
  return own;
}
