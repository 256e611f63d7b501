import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../src/database/database.ts';
import { countUnevenMedia } from '../src/features/sync/index.ts';
import { runAccount } from '../src/features/sync/run/run-account.ts';
import { replayAccount } from '../src/features/sync/replay/replay-account.ts';
import { createBlueskyConnector, createBlueskyReplayer } from '../src/networks/bluesky/connector.ts';
import { createQuery } from '../src/networks/bluesky/client/xrpc.ts';
import { createLocalEventBus } from '../src/platform/events/event-bus.ts';
import { dayIn } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log/log.ts';
import { openBluesky, type BlueskyControls } from '../test/bluesky-kit.ts';
import { itSyncsLikeAnyNetwork } from '../test/connector-kit.ts';
import type { ConnectorWorld } from '../test/connector-world.ts';
import { startFaultProxy, type FaultProxy } from '../test/fault-proxy.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { startNetwork, type Network, type Person } from './start-network.ts';

const accountId = 'bluesky-1';
const day = 86_400_000;
const posts = 130;
let network: Network;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let proxy: FaultProxy;
let world: ConnectorWorld;
let author: Person;
let fans: Person[];
let now = new Date();
/** Days of the written interactions, by post and kind. */
const truth = new Map<string, { likes: string[]; comments: string[]; reposts: number; shares: string[] }>();
const uris: string[] = [];

beforeAll(async () => {
  network = await startNetwork();
  database = await createTestDatabase();
  db = connectDatabase(database.address);
  author = await network.join('author');
  fans = await Promise.all(['one', 'two', 'three', 'four', 'five'].map((name) => network.join(`fan-${name}`)));
  await publish();
  await network.settle();
  await sql`insert into account (account_id, type, username) values (${accountId}, 'bluesky_account', ${author.handle})`.execute(
    db,
  );
  await db.insertInto('bluesky_account').values({ account_id: accountId, did: author.did }).execute();
  await connectUser(accountId);
  await db.insertInto('sync_state').values({ account_id: accountId }).execute();
  await openWorld();
});
afterAll(async () => {
  await proxy?.stop();
  await network?.stop();
  await db?.destroy();
  await database?.drop();
});

const at = (daysAgo: number, hours = 0) => new Date(now.getTime() - daysAgo * day + hours * 3_600_000).toISOString();
/** Links an account to a new user, who has proven to own it: accounts of nobody are not synced. Returns the user’s ID. */
async function connectUser(id: string): Promise<string> {
  const { user_id: userId } = await db
    .insertInto('app_user')
    .values({ issuer: 'test', subject: id, name: id, email: `${id}@example.com`, picture: null })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await db.insertInto('account_ref').values({ user_id: userId, account_id: id, type: 'bluesky_account' }).execute();
  await db.insertInto('bluesky_login').values({ user_id: userId, account_id: id, connected_at: now }).execute();
  return userId;
}

const dayZone = 'America/Los_Angeles';
const toDay = (instant: string) => dayIn(dayZone, new Date(instant));

/** Posts over 60 days; people like, answer, quote and repost some of them in the days that follow. */
async function publish(): Promise<void> {
  for (const fan of fans.slice(0, 3))
    await network.write(fan, 'app.bsky.graph.follow', { subject: author.did, createdAt: at(3) });
  for (let number = 0; number < posts; number += 1) {
    const age = 60 - (number * 60) / posts;
    const subject = await network.write(author, 'app.bsky.feed.post', {
      text: `Number ${number} #tide`,
      createdAt: at(age),
    });
    uris.push(subject.uri);
    const known = { likes: [] as string[], comments: [] as string[], reposts: 0, shares: [] as string[] };
    truth.set(subject.uri.split('/').at(-1) ?? '', known);
    for (const [place, fan] of fans.entries()) {
      const createdAt = at(Math.max(0, age - place), -place);
      if (number % (place + 2) === 0) {
        await network.write(fan, 'app.bsky.feed.like', { subject, createdAt });
        known.likes.push(toDay(createdAt));
      }
      if (number % (place + 9) === 1) {
        const reply = { root: subject, parent: subject };
        await network.write(fan, 'app.bsky.feed.post', { text: 'Lovely', reply, createdAt });
        known.comments.push(toDay(createdAt));
      }
      if (number % (place + 11) === 2) {
        const embed = { $type: 'app.bsky.embed.record', record: subject };
        await network.write(fan, 'app.bsky.feed.post', { text: 'Look', embed, createdAt });
        known.shares.push(toDay(createdAt));
        // This AppView miscounts quotes of one post that it reads at the same time.
        await network.settle();
      }
      if (number % (place + 7) === 3) {
        await network.write(fan, 'app.bsky.feed.repost', { subject, createdAt });
        known.reposts += 1;
      }
    }
  }
}

function createDeps(baseUrl = network.appView) {
  const clock = () => now;
  return {
    db,
    events: createLocalEventBus<never>(),
    clock,
    log: createLog({ level: 'silent' }),
    lockOwner: 'test',
    connectors: {
      bluesky_account: createBlueskyConnector({
        db,
        query: createQuery({ baseUrl, patienceSeconds: 5 }),
        clock,
        dayZone,
        answerDays: 90,
      }),
    },
  };
}

/** Another account, with 12 posts, for what every connector must do. */
async function openWorld(): Promise<void> {
  const person = await network.join('kit');
  for (let number = 0; number < 12; number += 1) {
    const subject = await network.write(person, 'app.bsky.feed.post', {
      text: `${number}`,
      createdAt: at(20 - number),
    });
    for (const fan of fans.slice(0, number % 4))
      await network.write(fan, 'app.bsky.feed.like', { subject, createdAt: at(15 - number) });
  }
  await network.settle();
  await sql`insert into account (account_id, type, username) values ('bluesky-kit', 'bluesky_account', 'kit')`.execute(
    db,
  );
  await db.insertInto('bluesky_account').values({ account_id: 'bluesky-kit', did: person.did }).execute();
  const userId = await connectUser('bluesky-kit');
  proxy = await startFaultProxy(network.appView);
  const rename = async (handle: string) => {
    await network.rename(person, handle);
    await network.settle();
  };
  const controls: BlueskyControls = {
    did: person.did,
    userId,
    suspend: () => network.takeDown(person.did),
    async move() {
      await rename('moved.test');
      return { username: 'moved.test', moveBack: () => rename(person.handle) };
    },
  };
  world = openBluesky({ db, clock: () => now, proxy, ...controls }, 'bluesky-kit');
}

describe('as any network', () => itSyncsLikeAnyNetwork(() => world));

/** Syncs until nothing is left to do, as the queue does. */
async function sync(deps = createDeps()): Promise<void> {
  while (await runAccount(deps, accountId, new AbortController().signal));
}

const readState = () =>
  db.selectFrom('sync_state').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();

it('stores every post back to the first one, with the counts of its records', async () => {
  await sync();

  const rows = await db.selectFrom('media').selectAll().where('account_id', '=', accountId).execute();
  expect(rows.length).toBe(posts);
  for (const row of rows) {
    const { likes = [], comments = [], shares = [], reposts } = truth.get(row.media_id) ?? {};
    expect(row, row.caption).toMatchObject({
      likes: likes.length,
      comments: comments.length,
      shares: shares.length,
      reposts,
    });
  }
  const state = await readState();
  expect(state).toMatchObject({ problem: null, running: false });
  expect(state.initialized_at).not.toBeNull();
  expect(
    await db
      .selectFrom('account')
      .select(['username', 'followers_count'])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  ).toEqual({
    username: 'author.test',
    followers_count: 3,
  });
});

it('counts each like, answer and quote on the day on which it happened', async () => {
  const expected = new Map<string, { likes: number; comments: number; shares: number }>();
  for (const known of truth.values())
    for (const kind of ['likes', 'comments', 'shares'] as const)
      for (const one of known[kind]) {
        const counts = expected.get(one) ?? { likes: 0, comments: 0, shares: 0 };
        counts[kind] += 1;
        expected.set(one, counts);
      }
  const days = await db
    .selectFrom('account_day')
    .select(['day', 'likes', 'comments', 'shares'])
    .where('account_id', '=', accountId)
    .execute();

  expect(days.length).toBeGreaterThanOrEqual(60);
  for (const { day: one, ...counts } of days)
    expect(counts, one).toEqual(expected.get(one) ?? { likes: 0, comments: 0, shares: 0 });
  expect(await countUnevenMedia(db)).toBe(0);
});

it('stores the same from its stored answers', expectSameFromAnswers);

it('adds a later like to its day, and keeps a deleted post', async () => {
  const [first = '', second = ''] = uris.toReversed();
  const [, , , , rkey = ''] = first.split('/');
  const cid = (await fetchPost(first)).cid;
  now = new Date(now.getTime() + day);
  for (const fan of fans)
    if (!truth.get(rkey)?.likes.length)
      await network.write(fan, 'app.bsky.feed.like', { subject: { uri: first, cid }, createdAt: now.toISOString() });
  await network.remove(author, second);
  await network.settle();

  await sync();
  now = new Date(now.getTime() + day);
  await sync();

  const gone = await db
    .selectFrom('media')
    .select('gone_at')
    .where('media_id', '=', second.split('/').at(-1) ?? '')
    .executeTakeFirst();
  expect(gone?.gone_at).toEqual(now);
  expect(await countUnevenMedia(db)).toBe(0);
});

async function expectSameFromAnswers(): Promise<void> {
  const deps = { clock: () => now, answerDays: 90, replayer: createBlueskyReplayer({ dayZone }) };
  const replayed = await db
    .transaction()
    .execute((transaction) => replayAccount(transaction, deps, accountId, { days: null }));
  expect(replayed).toMatchObject({ isComplete: true, unreplayed: [], changes: [] });
  expect(replayed.compared).toBeGreaterThan(posts);
}

async function fetchPost(uri: string) {
  const response = await fetch(`${network.appView}/xrpc/app.bsky.feed.getPosts?uris=${encodeURIComponent(uri)}`);
  const { posts: found } = (await response.json()) as { posts: { cid: string }[] };
  return found[0] ?? { cid: '' };
}

it('follows an account that changes its name', async () => {
  await network.rename(author, 'renamed.test');
  await network.settle();
  now = new Date(now.getTime() + day);

  await sync();

  expect(
    await db.selectFrom('account').select('username').where('account_id', '=', accountId).executeTakeFirst(),
  ).toEqual({ username: 'renamed.test' });
});

it('waits for a server that is away, and loses nothing', async () => {
  now = new Date(now.getTime() + day);

  await sync(createDeps('http://127.0.0.1:9'));

  const state = await readState();
  expect(state.problem).toMatchObject({ code: 'failed', message: expect.stringContaining('not responding') });
  expect(state.next_sync_at?.getTime()).toBeGreaterThan(now.getTime());
  await sync();
  expect((await readState()).problem).toBeNull();
});

it('says that Bluesky hides a suspended account', async () => {
  await network.takeDown(author.did);
  await network.settle();
  now = new Date(now.getTime() + day);

  await sync();

  expect((await readState()).problem).toMatchObject({ code: 'account_unreachable' });
  expect((await db.selectFrom('media').select('media_id').where('account_id', '=', accountId).execute()).length).toBe(
    posts,
  );
});
