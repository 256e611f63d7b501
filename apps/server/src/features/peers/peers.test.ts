import {
  addDays,
  addPeer,
  comparePeers,
  createApiKey,
  removePeer,
  setSubscription,
  unlinkAccount,
  updatePlan,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, untilQuiet } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { connect, listWorldAccounts } from '../../../test/world.ts';
import { createInstagramGraph } from '../../networks/instagram/client/instagram-graph.ts';
import { dayIn, startOfDay } from '../../platform/clock.ts';
import { fetchedPeers } from './jobs.ts';
import { deleteAccountPeers, deleteOldMeasurements } from './queries.ts';
import { toFetchTime } from './rules.ts';

const email = 'maya@sandbox.test';
const time = createTestClock(new Date('2026-11-21T18:00:00Z'));
const day = 86_400_000;
let app: TestApp;
let maya: TestClient;
let accountId: string;

beforeAll(async () => {
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    sandboxOptions: { clock: time.right, anchor: '2026-11-21' },
  });
  maya = await app.withPlan(email, 'pro');
  await connect(app, maya, email);
  const account = (await listWorldAccounts(app, email)).find(({ username }) => username === 'fjordlys.ceramics');
  accountId = account?.id ?? '';
  await maya.link(accountId);
  await untilQuiet(app, time, 170_000);
}, 180_000);
afterAll(() => app.close());

beforeEach(async () => {
  await app.control('faults', { method: 'DELETE' });
  await app.db.deleteFrom('peer').execute();
  maya = await app.as(email);
});

const add = (username: string, client = maya, id = accountId) =>
  client.call(addPeer, { body: { accountId: id, username } });
const compare = (client = maya) => client.call(comparePeers, { body: { accountId } });
const strike = (rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
const rows = () => app.db.selectFrom('peer').selectAll().orderBy('username').execute();
async function countCalls(): Promise<number> {
  const { entries } = await app.control<{ entries: { path: string }[] }>(`ledger?account=${accountId}`);
  return entries.filter(({ path }) => path.includes('business_discovery')).length;
}
/** Lets time pass from one due instant to the next. */
async function passDays(days: number) {
  const end = new Date(time.now().getTime() + days * day);
  for (;;) {
    const next = (await rows()).map((row) => row.next_fetch_at).sort((a, b) => a.getTime() - b.getTime())[0];
    if (!next || next > end) break;
    time.moveTo(next);
    await settle();
  }
  time.moveTo(end);
  maya = await app.as(email);
}
/** Gives the only peer an ID with the latest time of day: 23 hours after the day began. */
async function fetchLateEachDay() {
  const [row] = await rows();
  if (!row) throw new Error('There is no peer');
  await app.db.deleteFrom('peer').execute();
  const tomorrow = startOfDay('America/Los_Angeles', addDays(dayIn('America/Los_Angeles', time.now()), 1));
  const late = { ...row, peer_id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' };
  await app.db
    .insertInto('peer')
    .values({ ...late, next_fetch_at: toFetchTime(late.peer_id, tomorrow) })
    .execute();
}
async function moveToNextFetch() {
  const [row] = await rows();
  time.moveTo(row?.next_fetch_at ?? time.now());
}
/** Starts a separate Graph API client, which has not been refused anything yet. */
async function startClient() {
  const { environment } = app.sandbox;
  const { businessLogin, publicProfiles } = createInstagramGraph({
    baseUrl: environment['META_GRAPH_BASE_URL'] ?? '',
    version: 'v25.0',
    appId: environment['META_APP_ID'] ?? '',
    appSecret: environment['META_APP_SECRET'] ?? '',
    dayZone: 'UTC',
  });
  const { code } = await app.control<{ code: string }>('meta/code', {
    method: 'POST',
    body: JSON.stringify({ email }),
  });
  const { token } = await businessLogin.exchangeCode(code);
  return { publicProfiles, login: { token, accountId, userId: '', host: 'facebook' } };
}
const settle = () => until(rows, (all) => all.every((row) => row.next_fetch_at > time.now() && row.attempts === 0));

describe('adding a peer', () => {
  it('accepts a username or profile address, and shows the public metrics immediately', async () => {
    await add('@Sildehavn.Kitchen');
    await add('https://www.instagram.com/brod.og.smor/?igsh=1');

    const { peers, own, used, limit, requestsPerDay, ranks } = await compare();

    expect(peers.map(({ username, state }) => [username, state])).toEqual([
      ['brod.og.smor', 'ok'],
      ['sildehavn.kitchen', 'ok'],
    ]);
    expect(peers[0]?.figures).toMatchObject({
      followers: expect.any(Number),
      growth: [7, 30, 90].map((days) => ({ days, change: null, percent: null, missing: 'history_too_short' })),
      likesPerPost: { value: expect.any(Number) },
      engagementPerFollower: { value: expect.any(Number) },
    });
    expect(own.growth[2]).toMatchObject({ days: 90, change: expect.any(Number), missing: null });
    expect(own.likesPerPost.value).toBeGreaterThan(0);
    expect({ used, limit, requestsPerDay }).toEqual({ used: 2, limit: 10, requestsPerDay: 2 });
    expect(ranks.followers).toBeNull();
  });

  it.each([
    ['a personal account', 'annika.at.home', 'peer_not_found', 422],
    ['a private account', 'closed.cellar', 'peer_not_found', 422],
    ['an age-restricted account', 'akevitt.house', 'peer_not_found', 422],
    ['an unknown account', 'nobody.at.all', 'peer_not_found', 422],
    ['the account itself', '@fjordlys.ceramics', 'peer_is_own', 409],
    ['what is no username', 'x){followers_count},insights.metric(reach', 'peer_username_invalid', 422],
    ['an address elsewhere', 'http://169.254.169.254/latest/meta-data', 'peer_username_invalid', 422],
  ])('rejects %s, and names the field', async (_name, username, code, status) => {
    await expect(add(username)).rejects.toMatchObject({
      code,
      status,
      body: { error: { details: { field: 'username' } } },
    });
    expect(await rows()).toEqual([]);
  });

  it.each([
    [{ fields: 'follows_count,name' }, { follows: null, views: expect.any(Number) }, 3],
    [{ fields: 'view_count' }, { follows: expect.any(Number), views: null }, 2],
    [{ fields: 'biography', isNamed: false }, { follows: null, views: null }, 2],
  ])('works without a public field that Meta refuses, and remembers it: %j', async (params, expected, requests) => {
    const { publicProfiles, login } = await startClient();
    await strike([{ fault: 'public-field-refused', params }]);
    const before = await countCalls();

    const profile = await publicProfiles.discover(login, 'sildehavn.kitchen');
    const asked = (await countCalls()) - before;
    await publicProfiles.discover(login, 'brod.og.smor');

    const { followers, follows, posts = [] } = profile ?? {};
    expect({ follows, views: posts[0]?.views }).toEqual(expected);
    expect(followers).toBeGreaterThan(0);
    expect(posts.length).toBe(25);
    expect(asked).toBe(requests);
    expect((await countCalls()) - before).toBe(requests + 1);
  });

  it('makes no request to Instagram for input it can reject itself', async () => {
    await add('sildehavn.kitchen');
    const before = await countCalls();

    await expect(add('@SILDEHAVN.kitchen')).rejects.toMatchObject({ code: 'peer_exists', status: 409 });
    await expect(add('fjordlys.ceramics')).rejects.toMatchObject({ code: 'peer_is_own' });
    await expect(add('a b')).rejects.toMatchObject({ code: 'peer_username_invalid' });

    expect(await countCalls()).toBe(before);
  });

  it("stops at the plan's limit, which an operator can change, even with concurrent requests", async () => {
    const olu = await app.as('olu@sandbox.test');
    const plan = {
      name: 'Pro',
      accountLimits: { unlimited: false, total: 10 },
      roadmapAccess: { view: true, add: true },
      priceId: null,
    };
    await olu.call(updatePlan, { params: { id: 'pro' }, body: { ...plan, peerLimit: 2 } });
    const names = ['sildehavn.kitchen', 'brod.og.smor', 'vidda.gear', 'okafor.coffee'];

    const results = await Promise.allSettled(names.map((name) => add(name)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await rows()).toHaveLength(2);
    const before = await countCalls();
    await expect(add('silent.window')).rejects.toMatchObject({
      code: 'peer_limit_reached',
      body: { error: { details: { limit: 2 } } },
    });
    expect(await countCalls()).toBe(before);
    await olu.call(updatePlan, { params: { id: 'pro' }, body: plan });
    expect((await compare()).limit).toBe(2);
    await olu.call(updatePlan, { params: { id: 'pro' }, body: { ...plan, peerLimit: 10 } });
  });

  it('requires a working login, and explains it', async () => {
    await app.db.updateTable('meta_connection').set({ broken_at: time.now() }).execute();

    await expect(add('sildehavn.kitchen')).rejects.toMatchObject({ code: 'peer_login_needed', status: 409 });

    await app.db.updateTable('meta_connection').set({ broken_at: null }).execute();
  });

  it('waits while Meta limits the account', async () => {
    await strike([{ fault: 'service', match: { path: 'business_discovery' }, times: 1 }]);

    await expect(add('sildehavn.kitchen')).rejects.toMatchObject({ code: 'meta_unavailable', status: 503 });
    expect(await rows()).toEqual([]);
  });
});

describe('another user', () => {
  it('can neither see, add nor remove peers', async () => {
    const { peerId } = await add('sildehavn.kitchen');
    const cal = await app.withPlan('cal@sandbox.test', 'pro');

    await expect(compare(cal)).rejects.toMatchObject({ code: 'account_not_found', status: 404 });
    await expect(add('brod.og.smor', cal)).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(cal.call(removePeer, { params: { id: peerId } })).rejects.toMatchObject({
      code: 'peer_not_listed',
      status: 404,
    });
    await expect(createTestClient(app.url, 'none').call(comparePeers, { body: { accountId } })).rejects.toMatchObject({
      status: 401,
    });
    expect(await rows()).toHaveLength(1);
  });

  it("can read with an API key's scope, but changes nothing", async () => {
    const { peerId } = await add('sildehavn.kitchen');
    const keyWith = async (scopes: ('analytics:read' | 'posts:read')[]) => {
      const { key } = await maya.call(createApiKey, { body: { name: 'Sheet', scopes, expiresInDays: 1 } });
      return createTestClient(app.url, key);
    };
    const reader = await keyWith(['analytics:read']);

    expect((await compare(reader)).peers).toHaveLength(1);
    await expect(add('brod.og.smor', reader)).rejects.toMatchObject({ code: 'key_not_accepted' });
    await expect(reader.call(removePeer, { params: { id: peerId } })).rejects.toMatchObject({
      code: 'key_not_accepted',
    });
    await expect(compare(await keyWith(['posts:read']))).rejects.toMatchObject({ code: 'key_scope_missing' });
  });
});

describe('removing', () => {
  it('deletes all measured data', async () => {
    const { peerId } = await add('sildehavn.kitchen');

    await maya.call(removePeer, { params: { id: peerId } });

    expect(await rows()).toEqual([]);
    expect(await app.db.selectFrom('peer_day').select('day').execute()).toEqual([]);
    expect(await app.db.selectFrom('peer_post').select('day').execute()).toEqual([]);
  });

  it('deletes peers with their account; unlinking hides them and deletes them a week later', async () => {
    await add('sildehavn.kitchen');
    await maya.call(unlinkAccount, { body: { accountId, type: 'instagram_account' } });

    await expect(compare()).rejects.toMatchObject({ code: 'account_not_found' });
    expect(await deleteOldMeasurements(app.db, new Date(time.now().getTime() + 6 * day))).toBe(0);
    expect(await deleteOldMeasurements(app.db, new Date(time.now().getTime() + 8 * day))).toBe(1);
    expect(await rows()).toEqual([]);

    await maya.link(accountId);
    await add('sildehavn.kitchen');
    await app.db.transaction().execute((transaction) => deleteAccountPeers(transaction, accountId));
    expect(await rows()).toEqual([]);
  });
});

it('deletes daily metrics after two years and posts after 180 days', async () => {
  await add('sildehavn.kitchen');
  const later = (days: number) => new Date(time.now().getTime() + days * day);

  expect(await deleteOldMeasurements(app.db, later(179))).toBe(0);
  expect(await deleteOldMeasurements(app.db, later(182))).toBe(25);
  expect(await deleteOldMeasurements(app.db, later(732))).toBe(1);
});

describe('daily fetch', () => {
  it('makes one request per peer and day, even with two workers, until growth appears', async () => {
    await add('sildehavn.kitchen');
    await add('brod.og.smor');
    await add('lantern.and.loaf');
    const before = await countCalls();
    const worker = await app.startWorker();

    await passDays(9);
    await worker.close();

    const days = await app.db.selectFrom('peer_day').select('day').execute();
    expect((await countCalls()) - before).toBe(days.length - 3);
    expect(days.length).toBeGreaterThanOrEqual(3 * 8);
    const { peers, ranks } = await compare();
    const named = (username: string) => peers.find((peer) => peer.username === username);
    const [sildehavn, lantern] = [named('sildehavn.kitchen'), named('lantern.and.loaf')];
    expect(sildehavn?.figures.growth[0]).toMatchObject({ days: 7, change: expect.any(Number), missing: null });
    expect(sildehavn?.figures.growth[1]).toMatchObject({ missing: 'history_too_short' });
    expect(sildehavn?.figures.history.length).toBeGreaterThanOrEqual(8);
    expect(lantern?.figures).toMatchObject({
      likesPerPost: { value: null, missing: 'likes_hidden' },
      commentsPerPost: { value: expect.any(Number) },
    });
    expect(lantern?.name).toBe('<b>Lantern</b> & Loaf');
    expect(ranks.followers).toEqual({ percentile: 0, peers: 3 });
    expect(ranks.likesPerPost).toBeNull();
  });

  it('retries temporary failures a limited number of times, even past midnight, and dates the gap', async () => {
    await add('sildehavn.kitchen');
    await fetchLateEachDay();
    const before = await countCalls();
    await strike([{ fault: 'service', match: { path: 'business_discovery' } }]);
    await moveToNextFetch();

    for (let step = 0; step < 20; step += 1) {
      await until(rows, (all) => all.every((row) => row.next_fetch_at > time.now()));
      time.moveTo(new Date(time.now().getTime() + 10 * 60_000));
    }
    await until(rows, ([row]) => row?.state === 'unavailable');

    expect((await countCalls()) - before).toBe(4);
    maya = await app.as(email);
    expect((await compare()).peers[0]).toMatchObject({ state: 'unavailable', since: expect.any(String) });
    await app.control('faults', { method: 'DELETE' });
    await passDays(1);
    expect((await compare()).peers[0]).toMatchObject({ state: 'ok', since: null });
  });

  it("keeps an account's metrics after it becomes private or changes its username", async () => {
    await add('sildehavn.kitchen');
    await add('vidda.gear');
    await strike([
      { fault: 'peer-missing', params: { username: 'sildehavn.kitchen' } },
      { fault: 'peer-replaced', params: { username: 'vidda.gear' } },
    ]);

    await passDays(2);

    const { peers } = await compare();
    expect(peers.map(({ state }) => state)).toEqual(['unavailable', 'unavailable']);
    for (const { figures } of peers) {
      expect(figures.followers).toBeGreaterThan(0);
      expect(figures.history).toHaveLength(1);
    }
  });

  it('stops with the plan, keeps stored data, and resumes with the next plan', async () => {
    await add('sildehavn.kitchen');
    const before = await countCalls();
    const { user } = await maya.load();
    const setStatus = async (status: 'active' | 'canceled') =>
      (await app.as('olu@sandbox.test')).call(setSubscription, {
        params: { userId: user._id },
        body: { plan: 'pro', status, currentPeriodEnd: null, cancelAt: null },
      });
    await setStatus('canceled');

    time.moveTo(new Date(time.now().getTime() + 3 * day));
    const claimed = await fetchedPeers.claim(app.db, { now: time.now(), limit: 5, handledBefore: time.now() });

    maya = await app.as(email);
    expect(claimed).toEqual([]);
    expect(await countCalls()).toBe(before);
    expect(await compare()).toMatchObject({
      limit: 0,
      used: 1,
      requestsPerDay: 0,
      peers: [{ state: 'ok', figures: { followers: expect.any(Number), history: [expect.anything()] } }],
    });
    await setStatus('active');
    await settle();
    expect(await countCalls()).toBe(before + 1);
    expect((await compare()).peers[0]?.figures.history).toHaveLength(2);
  });

  it('makes no request without a login, and resumes after reconnecting', async () => {
    await add('sildehavn.kitchen');
    await app.db.updateTable('meta_connection').set({ broken_at: time.now() }).execute();
    const before = await countCalls();

    await passDays(2);

    expect(await countCalls()).toBe(before);
    expect((await compare()).peers[0]).toMatchObject({ state: 'login_needed' });
    await app.db.updateTable('meta_connection').set({ broken_at: null }).execute();
    await passDays(1);
    expect((await compare()).peers[0]).toMatchObject({ state: 'ok' });
  });

  it('repeats after a process ends midway, and stores the day once', async () => {
    await add('sildehavn.kitchen');
    // State left by a process that claimed the peer and was killed before it stored anything.
    await app.db
      .updateTable('peer')
      .set({ attempts: 1, next_fetch_at: new Date(time.now().getTime() + 10 * 60_000) })
      .execute();
    time.moveTo(new Date(time.now().getTime() + 11 * 60_000));
    await settle();

    const days = await app.db.selectFrom('peer_day').select('day').execute();
    const posts = await app.db.selectFrom('peer_post').select('media_id').execute();
    expect(days).toHaveLength(1);
    expect(posts).toHaveLength(25);

    // After repeated kills: nothing more until the next day.
    const before = await countCalls();
    await app.db.updateTable('peer').set({ attempts: 4, next_fetch_at: time.now() }).execute();
    await settle();
    expect(await countCalls()).toBe(before);
  });

  it('stores nothing for a peer removed meanwhile', async () => {
    const { peerId } = await add('sildehavn.kitchen');
    await strike([{ fault: 'slow', match: { path: 'business_discovery' }, params: { millis: 800 }, times: 1 }]);
    const before = await countCalls();
    await moveToNextFetch();
    await until(countCalls, (calls) => calls > before);

    maya = await app.as(email);
    await maya.call(removePeer, { params: { id: peerId } });
    // The next peer is fetched once the removed one's fetch has ended.
    const other = await add('brod.og.smor');
    await moveToNextFetch();
    await settle();

    const stored = await app.db.selectFrom('peer_day').select('peer_id').execute();
    expect(new Set(stored.map((row) => row.peer_id))).toEqual(new Set([other.peerId]));
  });
});

it('keeps hostile names and biographies as text, without foreign links', async () => {
  await strike([{ fault: 'hostile-texts', match: { path: 'business_discovery' } }]);
  await add('lantern.and.loaf');

  const { peers } = await compare();

  expect(peers[0]).toMatchObject({ name: expect.stringContaining('<b onmouseover') });
  const links = await app.db.selectFrom('peer_post').select('permalink').execute();
  for (const { permalink } of links) expect(permalink ?? '').toMatch(/^(https:\/\/www\.instagram\.com\/|$)/);
});

it('stops repeated adding and removing at the rate limit', async () => {
  const strict = await startTestApp({
    work: false,
    clock: time.clock,
    environment: { RATE_LIMITS: 'peerAddition=3/3600' },
    sandboxOptions: { clock: time.right, anchor: '2026-11-21' },
  });
  const client = await strict.withPlan(email, 'pro');
  await connect(strict, client, email);
  await client.link(accountId);
  const again = async () => {
    const { peerId } = await add('sildehavn.kitchen', client);
    await client.call(removePeer, { params: { id: peerId } });
  };
  await again();

  // Twice the limit, because processes count separately while Redis is slow.
  const rest = (async () => {
    for (let round = 0; round < 6; round += 1) await again();
  })();

  await expect(rest).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });

  await strict.close();
});
