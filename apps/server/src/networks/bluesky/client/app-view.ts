import { z } from 'zod';
import type { FetchedMedia } from '../../../features/sync/index.ts';
import { BlueskyError } from './bluesky-error.ts';
import { PostView, toInstant, toMedia } from './post-view.ts';
import type { Query, XrpcCaller } from './xrpc.ts';

const count = z.number().int().min(0);
const text = z.string().optional().catch(undefined);

const Profile = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: text,
  avatar: text,
  followersCount: count.optional().catch(undefined),
  followsCount: count.optional().catch(undefined),
  postsCount: count.optional().catch(undefined),
});
const Feed = z.object({ feed: z.array(z.object({ post: z.unknown(), reason: z.unknown().optional() })), cursor: text });
const Likes = z.object({ likes: z.array(z.object({ createdAt: z.string(), indexedAt: z.string() })), cursor: text });
const Quotes = z.object({ posts: z.array(z.unknown()), cursor: text });
const Thread = z.object({
  thread: z.object({
    replies: z
      .array(z.object({ post: z.unknown() }))
      .optional()
      .catch(undefined),
  }),
});

export interface BlueskyProfile {
  did: string;
  handle: string;
  name: string | null;
  picture: string | null;
  followers: number | null;
  follows: number | null;
  posts: number | null;
}

export interface PostPage {
  /** The account's own posts and replies, newest first, without what it reposted. */
  media: FetchedMedia[];
  /** Cursor for the next page; null at the end. */
  after: string | null;
}

/** Times at which people interacted with a post, in any order. */
export interface InteractionTimes {
  likes: Date[];
  comments: Date[];
  shares: Date[];
}

const pageSize = 100;
/** Pages of 100 likes or quotes that date a post; older ones count on its first day. */
const maxPages = 20;

/** Reads what anyone may see, without a sign-in. */
export function createAppView(query: Query) {
  async function listPages(
    caller: XrpcCaller,
    method: string,
    uri: string,
    read: (body: unknown) => { times: Date[]; cursor?: string | undefined },
  ): Promise<Date[]> {
    const times: Date[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const found = read(await query(caller, method, { uri, limit: pageSize, cursor }));
      times.push(...found.times);
      if (found.cursor === undefined || found.cursor === cursor) break;
      cursor = found.cursor;
    }
    return times;
  }

  return {
    async fetchProfile(caller: XrpcCaller, actor: string): Promise<BlueskyProfile> {
      const found = Profile.parse(await query(caller, 'app.bsky.actor.getProfile', { actor }));
      return {
        did: found.did,
        handle: found.handle,
        name: found.displayName || null,
        picture: found.avatar ?? null,
        followers: found.followersCount ?? null,
        follows: found.followsCount ?? null,
        posts: found.postsCount ?? null,
      };
    },

    /** Returns a page of posts with their totals; the list reaches back to the first post. */
    async fetchPosts(caller: XrpcCaller, did: string, after: string | null): Promise<PostPage> {
      const parameters = { actor: did, limit: pageSize, filter: 'posts_with_replies', cursor: after ?? undefined };
      const { feed, cursor } = Feed.parse(await query(caller, 'app.bsky.feed.getAuthorFeed', parameters));
      const own = feed.filter(({ reason }) => reason === undefined);
      const media = own.flatMap(({ post }) => {
        const parsed = PostView.safeParse(post);
        return parsed.success && parsed.data.author.did === did ? [toMedia(parsed.data)] : [];
      });
      if (own.length > 0 && media.length === 0)
        throw new BlueskyError('transient', 'Bluesky returned a list of posts in an unexpected format');
      return { media, after: cursor === undefined || cursor === after ? null : cursor };
    },

    /** Returns when people liked, answered and quoted a post. Reposts have no times. */
    async fetchInteractions(caller: XrpcCaller, uri: string): Promise<InteractionTimes> {
      const likes = await listPages(caller, 'app.bsky.feed.getLikes', uri, (body) => {
        const found = Likes.parse(body);
        return { times: found.likes.map(toInstant), cursor: found.cursor };
      });
      const shares = await listPages(caller, 'app.bsky.feed.getQuotes', uri, (body) => {
        const { posts, cursor } = Quotes.parse(body);
        return { times: posts.flatMap(toPostTimes), cursor };
      });
      const { thread } = Thread.parse(
        await query(caller, 'app.bsky.feed.getPostThread', { uri, depth: 1, parentHeight: 0 }),
      );
      return { likes, shares, comments: (thread.replies ?? []).flatMap(({ post }) => toPostTimes(post)) };
    },
  };
}

function toPostTimes(post: unknown): Date[] {
  const parsed = PostView.safeParse(post);
  return parsed.success ? [toMedia(parsed.data).publishedAt] : [];
}

export type AppView = ReturnType<typeof createAppView>;
