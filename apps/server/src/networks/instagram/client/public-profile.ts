import { cutText } from '@tidemark/contract';
import { z } from 'zod';
import type { PublicPost, PublicProfiles } from '../../public-profiles.ts';
import { GraphError, refusedMetrics } from './graph-error.ts';
import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { Count } from './insight-reply.ts';

const usernames = /^[a-z0-9._]{1,30}$/;

export function isUsername(text: string): boolean {
  return usernames.test(text);
}

const maxPosts = 25;
const minimal = {
  account: ['id', 'username', 'followers_count'],
  post: ['id', 'timestamp', 'like_count', 'comments_count'],
};
// Meta's reference does not call these public in every version.
const optional = {
  account: ['name', 'biography', 'follows_count', 'media_count'],
  post: ['media_product_type', 'permalink', 'view_count'],
};
const optionalFields = [...optional.account, ...optional.post];

function toFields(refused: ReadonlySet<string>): string {
  const list = (kind: 'account' | 'post') =>
    [...minimal[kind], ...optional[kind].filter((name) => !refused.has(name))].join(',');
  return `${list('account')},media.limit(${maxPosts}){${list('post')}}`;
}

// Anyone may write these texts, and the database does not store NUL.
const text = (max: number) =>
  z
    .string()
    .transform((value) => cutText(value.replaceAll('\0', ''), { maxUnits: max }))
    .optional()
    .catch(undefined);
const count = Count.pipe(z.int().min(0).max(2_147_483_647)).optional().catch(undefined);

const Post = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  timestamp: z
    .string()
    .transform((value) => Date.parse(value.replace('+0000', 'Z')))
    .pipe(z.number()),
  like_count: count,
  comments_count: count,
  view_count: count,
  media_product_type: z.enum(['FEED', 'REELS', 'AD']).optional().catch(undefined),
  permalink: z
    .string()
    .max(2_000)
    .regex(/^https:\/\/www\.instagram\.com\/[\w\-./]*$/)
    .optional()
    .catch(undefined),
});
const Profile = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  username: z.string().regex(usernames),
  name: text(200),
  biography: text(1_000),
  followers_count: Count.pipe(z.int().min(0).max(2_147_483_647)),
  follows_count: count,
  media_count: count,
  media: z
    .object({ data: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
});
const Reply = z.object({ business_discovery: Profile });

/** Code for "Invalid user id": no public professional account has the username. */
const undiscoverable = 110;

export function createPublicProfileReader(graph: GraphHttp): PublicProfiles {
  /** Fields that Meta has refused since this process started. */
  const refused = new Set<string>();

  /** Leaves refused fields out: those that the error names, or else all that are optional. */
  async function ask(
    caller: GraphCaller & { accountId: string },
    username: string,
    without: ReadonlySet<string>,
  ): Promise<unknown> {
    try {
      const fields = `business_discovery.username(${username}){${toFields(without)}}`;
      const reply = await graph.get(caller, caller.accountId, { fields });
      for (const name of without) refused.add(name);
      return reply;
    } catch (error) {
      const isField =
        error instanceof GraphError && error.kind === 'permanent' && error.code === 100 && error.subcode === null;
      const requested = optionalFields.filter((name) => !without.has(name));
      if (!isField || requested.length === 0) throw error;
      const named = refusedMetrics(error, requested);
      return ask(caller, username, new Set([...without, ...(named.length > 0 ? named : requested)]));
    }
  }

  async function find(caller: GraphCaller & { accountId: string }, username: string): Promise<unknown> {
    try {
      return await ask(caller, username, refused);
    } catch (error) {
      if (error instanceof GraphError && error.code === undiscoverable) return null;
      throw error;
    }
  }

  return {
    isOpenTo: ({ host }) => host === 'facebook',

    /**
     * Fetches another account by its username through one of the caller's accounts: Business Discovery. Takes one
     * counted call, more only where Meta refuses a field for the first time.
     */
    async discover({ token, accountId }, username, options = {}) {
      // The username becomes part of an expression.
      if (!isUsername(username)) throw new RangeError('This is not a username');
      const body = await find({ token, accountId, ...options }, username);
      if (body === null) return null;
      const reply = Reply.safeParse(body);
      if (!reply.success) throw new GraphError('transient', 'Meta returned a public account in an unexpected format');
      const { business_discovery: found } = reply.data;
      const posts = new Map<string, PublicPost>();
      let dropped = 0;
      for (const entry of found.media?.data.slice(0, maxPosts) ?? []) {
        const post = Post.safeParse(entry);
        if (!post.success) dropped += 1;
        else if (post.data.media_product_type !== 'AD') posts.set(post.data.id, toPost(post.data));
      }
      if (dropped > 0) graph.reportDropped({ part: 'public post', count: dropped, problem: 'unexpected format' });
      return {
        id: found.id,
        username: found.username,
        name: refused.has('name') ? undefined : (found.name ?? null),
        biography: refused.has('biography') ? undefined : (found.biography ?? null),
        followers: found.followers_count,
        follows: found.follows_count ?? null,
        mediaCount: found.media_count ?? null,
        posts: [...posts.values()],
      };
    },
  };
}

function toPost(post: z.infer<typeof Post>): PublicPost {
  return {
    id: post.id,
    publishedAt: new Date(post.timestamp),
    likes: post.like_count ?? null,
    comments: post.comments_count ?? null,
    views: post.view_count ?? null,
    productType: post.media_product_type ?? null,
    permalink: post.permalink ?? null,
  };
}
