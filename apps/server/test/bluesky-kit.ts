import { addDays, dayMillis } from '@tidemark/contract';
import type { Database } from '../src/database/database.ts';
import { createAppView } from '../src/networks/bluesky/client/app-view.ts';
import { createQuery, type Query } from '../src/networks/bluesky/client/xrpc.ts';
import { dayIn } from '../src/platform/clock.ts';
import { createBlueskyConnector } from '../src/networks/bluesky/connector.ts';
import { deleteLogin, saveLogin } from '../src/networks/bluesky/login/queries.ts';
import type { ConnectorWorld, ListedPosts, MoveAction } from './connector-world.ts';
import { mapObjects, type FaultProxy } from './fault-proxy.ts';

interface FeedItem {
  post?: { uri: string; indexedAt: string; likeCount: number; record: { createdAt: string } };
}

const posts: ListedPosts = {
  path: /getAuthorFeed/,
  field: 'feed',
  read({ post }: FeedItem) {
    if (!post) return null;
    const { uri, record, likeCount: likes } = post;
    return { id: uri.slice(uri.lastIndexOf('/') + 1), publishedAt: new Date(record.createdAt), likes };
  },
  write({ item, publishedAt, likes }) {
    const { post, ...rest }: FeedItem = item;
    const time = publishedAt.toISOString();
    const record = { ...post?.record, createdAt: time };
    return { ...rest, post: { ...post, record, indexedAt: time, likeCount: likes } };
  },
};

/** What the account's owner and its server do there. */
export interface BlueskyControls {
  did: string;
  userId: string;
  suspend(): Promise<() => Promise<void>>;
  move: MoveAction;
}

interface BlueskyDeps extends BlueskyControls {
  db: Database;
  clock: () => Date;
  proxy: FaultProxy;
}

/** Returns Bluesky with one of its accounts, for what every connector must do. */
export function openBluesky({ db, proxy, move, ...deps }: BlueskyDeps, accountId: string): ConnectorWorld {
  let passed = 0;
  const clock = () => new Date(deps.clock().getTime() + passed * dayMillis);
  const query = createQuery({ baseUrl: proxy.url });
  const connect = (dayZone: string) => createBlueskyConnector({ db, query, clock, dayZone, answerDays: 90 });
  return {
    db,
    proxy,
    clock,
    accountId,
    type: 'bluesky_account',
    connector: connect('America/Los_Angeles'),
    budget: 3,
    limit: (seconds) => ({
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
      body: JSON.stringify({ error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }),
    }),
    pass: (days) => void (passed += days),
    // Bluesky tells only how many followers there are now.
    days: {
      column: 'followers',
      revised: 0,
      edit: (answer, change) =>
        mapObjects(answer, ({ followersCount: count, ...object }) =>
          typeof count === 'number' ? { ...object, followersCount: change(count) } : object,
        ),
    },
    posts,
    endLogin: toEnds({ db, query, ...deps }, accountId),
    move,
    /** The first like of each post is given in a day's last second. */
    async openZone(zone, midnight) {
      const after = midnight.toISOString();
      const before = new Date(midnight.getTime() - 1000).toISOString();
      return {
        connector: connect(zone),
        proxy,
        dayZone: zone,
        edit: (_exchange, answer) =>
          mapObjects(answer, (object) => {
            if (!Array.isArray(object['likes'])) return object;
            const times = object['likes'].map((_like, index) => (index === 0 ? before : after));
            return { ...object, likes: times.map((time) => ({ createdAt: time, indexedAt: time })) };
          }),
        async listDays([newer, older]) {
          const day = dayIn(zone, midnight);
          const all = (newer?.likes ?? 0) + (older?.likes ?? 0);
          // Nobody likes the newer one before it exists.
          return { [addDays(day, -1)]: { likes: 1 }, [day]: { likes: all - 1 } };
        },
      };
    },
  };
}

const noToken = 'Bluesky has no token of ours: who owns an account is proven once (decision 0069)';

function toEnds(
  { db, query, did, userId, suspend }: Pick<BlueskyDeps, 'db' | 'did' | 'userId' | 'suspend'> & { query: Query },
  accountId: string,
): ConnectorWorld['endLogin'] {
  const connect = async () => {
    const profile = await createAppView(query).fetchProfile({}, did);
    await saveLogin(db, userId, { profile, now: new Date() });
  };
  return {
    expired: noToken,
    revoked: noToken,
    disconnected: {
      code: 'reconnect_required',
      message: /Connect it again/,
      async end() {
        await deleteLogin(db, userId, accountId);
        return connect;
      },
    },
    suspended: { code: 'account_unreachable', message: /Restore it there/, end: suspend },
  };
}
