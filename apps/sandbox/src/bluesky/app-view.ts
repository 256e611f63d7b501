import { z } from 'zod';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { MediaLinks } from '../pictures/media-links.ts';
import { listTimes, toDid, type BlueskyPost, type Interaction } from './bluesky-account.ts';
import type { BlueskyAccount, BlueskyWorld } from './bluesky-world.ts';
import { XrpcError } from './coded-errors.ts';

const limit = z.coerce.number().int().min(1).max(100).default(50);
const uri = z.string().regex(/^at:\/\/did:plc:[a-z2-7]{24}\/app\.bsky\.feed\.post\/[a-z2-7]{13}$/);
const page = { limit, cursor: z.string().regex(/^\d+$/).optional() };
const filters = [
  'posts_with_replies',
  'posts_no_replies',
  'posts_with_media',
  'posts_and_author_threads',
  'posts_with_video',
];
const hidden = {
  suspended: ['AccountTakedown', 'Account has been suspended'],
  deactivated: ['AccountDeactivated', 'Account is deactivated'],
} as const;

interface Deps {
  bluesky: BlueskyWorld;
  clock: SandboxClock;
  links: MediaLinks;
}

const toIso = (time: number) => new Date(time).toISOString();

/** Answers queries of what anyone may see; a parameter that the query does not have is refused, unlike at Bluesky. */
export function createAppView({ bluesky, clock, links }: Deps) {
  /** Returns an account if it is visible; only its profile says why it is not. */
  function requireVisible(actor: string, { explains = false } = {}): BlueskyAccount {
    const account = bluesky.findAccount(actor);
    if (account?.status === 'active') return account;
    if (!account || !explains) throw new XrpcError('InvalidRequest', 'Profile not found');
    const [code, message] = hidden[account.status];
    throw new XrpcError(code, message);
  }

  const toAuthor = ({ did, handle, profile }: BlueskyAccount) => ({
    did,
    handle,
    displayName: profile.name,
    avatar: links.sign(`/avatars/${profile.id}.jpg`, clock.now()),
    labels: [],
    createdAt: '2023-05-02T08:00:00.000Z',
  });

  function toEmbed({ did }: BlueskyAccount, { media, rkey }: BlueskyPost) {
    const thumb = links.sign(`/media/${media.id}.jpg`, clock.now());
    if (media.isVideo) {
      const playlist = `https://video.test/${did}/${rkey}.m3u8`;
      return { $type: 'app.bsky.embed.video#view', cid: rkey, playlist, thumbnail: thumb };
    }
    const images = Array.from({ length: Math.min(4, Math.max(1, media.childCount)) }, () => ({
      thumb,
      fullsize: thumb,
      alt: '',
    }));
    return { $type: 'app.bsky.embed.images#view', images };
  }

  function toPostView(account: BlueskyAccount, post: BlueskyPost) {
    const count = (kind: Interaction) => listTimes(post, kind, clock.now()).length;
    const record = { $type: 'app.bsky.feed.post', text: post.text, createdAt: toIso(post.at) };
    return {
      uri: `at://${account.did}/app.bsky.feed.post/${post.rkey}`,
      cid: `bafyrei${post.rkey}`,
      author: toAuthor(account),
      record,
      embed: toEmbed(account, post),
      replyCount: count('replies'),
      repostCount: count('reposts'),
      likeCount: count('likes'),
      quoteCount: count('quotes'),
      indexedAt: toIso(post.at + 1_000),
      labels: [],
    };
  }

  /** Returns what a stranger wrote about a post. */
  function toReaction(post: BlueskyPost, kind: Interaction, time: number) {
    const name = `stranger-${kind}-${time % 100_000}`;
    const author = { did: toDid(name), handle: `${name}.test` };
    return {
      uri: `at://${author.did}/app.bsky.feed.post/3${toDid(`${post.rkey}${name}${time}`).slice(8, 20)}`,
      author,
      record: { $type: 'app.bsky.feed.post', text: 'Lovely', createdAt: toIso(time) },
      replyCount: 0,
      repostCount: 0,
      likeCount: 0,
      quoteCount: 0,
      indexedAt: toIso(time + 1_000),
    };
  }

  function findPost(address: string): { account: BlueskyAccount; post: BlueskyPost } | undefined {
    const [, , did = '', , rkey] = address.split('/');
    const account = bluesky.findAccount(did);
    const post = account && bluesky.listPosts(account).find((one) => one.rkey === rkey);
    return post && account ? { account, post } : undefined;
  }

  /** Returns a page of a list, and the cursor of the next one if there is one. Cursors are the last item's time. */
  function toPage<Item>(
    items: Item[],
    toTime: (item: Item) => number,
    asked: { limit: number; cursor?: string | undefined },
  ) {
    const left = asked.cursor === undefined ? items : items.filter((item) => toTime(item) < Number(asked.cursor));
    const found = left.slice(0, asked.limit);
    const last = found.at(-1);
    return { found, ...(last !== undefined && left.length > found.length && { cursor: String(toTime(last)) }) };
  }

  const listNewest = (post: BlueskyPost, kind: Interaction) => listTimes(post, kind, clock.now()).toReversed();

  return {
    'com.atproto.identity.resolveHandle': query({ handle: z.string().regex(/^[\w-]+(\.[\w-]+)+$/) }, ({ handle }) => {
      const account = bluesky.findAccount(handle);
      if (account?.handle !== handle.toLowerCase()) throw new XrpcError('InvalidRequest', 'Unable to resolve handle');
      return { did: account.did };
    }),

    'app.bsky.actor.getProfile': query(
      { actor: z.string().regex(/^(did:plc:[a-z2-7]+|[\w-]+(\.[\w-]+)+)$/) },
      ({ actor }) => {
        const account = requireVisible(actor, { explains: true });
        const posts = bluesky.listPosts(account);
        return {
          ...toAuthor(account),
          followersCount: bluesky.followersAt(account),
          followsCount: 37,
          postsCount: posts.length,
          indexedAt: '2023-05-02T08:00:01.000Z',
        };
      },
    ),

    'app.bsky.feed.getAuthorFeed': query(
      { actor: z.string(), filter: z.enum(filters).default('posts_with_replies'), ...page },
      ({ actor, ...asked }) => {
        const account = requireVisible(actor);
        const { found, ...next } = toPage(bluesky.listPosts(account), ({ at }) => at, asked);
        return { feed: found.map((post) => ({ post: toPostView(account, post) })), ...next };
      },
    ),

    'app.bsky.feed.getLikes': query({ uri, ...page }, (asked) => {
      const known = findPost(asked.uri);
      const { found, ...next } = toPage(known ? listNewest(known.post, 'likes') : [], Number, asked);
      const likes = found.map((time) => ({
        createdAt: toIso(time),
        indexedAt: toIso(time + 1_000),
        actor: { did: toDid(`fan-${time}`), handle: `fan-${time % 100_000}.test` },
      }));
      return { uri: asked.uri, likes, ...next };
    }),

    'app.bsky.feed.getQuotes': query({ uri, ...page }, (asked) => {
      const known = findPost(asked.uri);
      const { found, ...next } = toPage(known ? listNewest(known.post, 'quotes') : [], Number, asked);
      return {
        uri: asked.uri,
        posts: known ? found.map((time) => toReaction(known.post, 'quotes', time)) : [],
        ...next,
      };
    }),

    'app.bsky.feed.getPostThread': query(
      {
        uri,
        depth: z.coerce.number().int().min(0).max(1000).default(6),
        parentHeight: z.coerce.number().int().min(0).max(1000).default(80),
      },
      (asked) => {
        const known = findPost(asked.uri);
        if (known?.account.status !== 'active') throw new XrpcError('NotFound', `Post not found: ${asked.uri}`);
        const { account, post } = known;
        const replies = asked.depth > 0 ? listTimes(post, 'replies', clock.now()) : [];
        const type = 'app.bsky.feed.defs#threadViewPost';
        return {
          thread: {
            $type: type,
            post: toPostView(account, post),
            replies: replies.map((time) => ({ $type: type, post: toReaction(post, 'replies', time), replies: [] })),
          },
        };
      },
    ),
  };
}

/** Returns a query that checks its parameters before it answers. */
function query<Shape extends z.ZodRawShape>(shape: Shape, answer: (asked: z.output<z.ZodObject<Shape>>) => unknown) {
  const Parameters = z.strictObject(shape);
  return (parameters: unknown): unknown => {
    const asked = Parameters.safeParse(parameters);
    if (asked.success) return answer(asked.data as z.output<z.ZodObject<Shape>>);
    const [issue] = asked.error.issues;
    throw new XrpcError('InvalidRequest', `Invalid params: ${issue?.path.join('.')}: ${issue?.message}`);
  };
}
