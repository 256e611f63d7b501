import { addDays, dayMillis } from '@tidemark/contract';
import type { Database } from '../src/database/database.ts';
import { createQuery } from '../src/networks/bluesky/client/xrpc.ts';
import { dayIn } from '../src/platform/clock.ts';
import { createBlueskyConnector } from '../src/networks/bluesky/connector.ts';
import type { ConnectorWorld, ListedPosts } from './connector-world.ts';
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

/** Returns Bluesky with one of its accounts, for what every connector must do. */
export function openBluesky(
  { db, proxy, ...deps }: { db: Database; clock: () => Date; proxy: FaultProxy },
  accountId: string,
): ConnectorWorld {
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
