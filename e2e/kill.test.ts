import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';
import { accountsOf, daysAgo, instagramDaysAgo, trueDays, trueMedia } from '../apps/server/test/program/world.ts';

const email = 'theo@sandbox.test';
/** A nightly run uses 50: `KILLS=50 npm test -- program`. */
const kills = Number(process.env['KILLS'] ?? 10);
const type = 'instagram_account';
let places: Places;
// A separate sandbox, which survives when the product is killed.
let sandbox: Sandbox;

beforeEach(async () => {
  places = await newPlaces();
  sandbox = await startSandbox({ port: places.sandboxPort, appOrigins: [`http://localhost:${places.port}`] });
});
afterEach(async () => {
  await sandbox.close();
  await removePlaces(places);
});

interface Answer {
  user: { _id: string };
  url: string;
  accounts: { _id: string }[];
  syncStatus: { syncRunning: boolean; initialization: { active: boolean } };
  perAccount: Record<string, { date: string; value: number | null }[]>;
  totalRowCount: number;
  rows: { id: string }[];
}

async function callAs(
  tidemark: Tidemark,
  who = email,
): Promise<(method: string, path: string, body?: unknown) => Promise<Answer>> {
  const { accessToken } = await post<{ accessToken: string }>(`${tidemark.sandboxUrl}/_sandbox/tokens`, { email: who });
  return async (method, path, body) => {
    const answer = await fetch(`${tidemark.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Answer; // each caller uses the part that its path returns
  };
}

async function post<T>(url: string, body: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

async function logInAtInstagram(
  { sandboxUrl }: Tidemark,
  call: Awaited<ReturnType<typeof callAs>>,
  username: string,
): Promise<void> {
  const { searchParams } = new URL((await call('POST', '/auth/instagram/start', { returnTo: '/profile' })).url);
  const order = { username, redirectUri: searchParams.get('redirect_uri') };
  const { code } = await post<{ code: string }>(`${sandboxUrl}/_sandbox/instagram/code`, order);
  await call('POST', '/auth/instagram/authorize', { code, state: searchParams.get('state') });
}

it.each(['Facebook', 'Instagram'])(
  `loses nothing when killed ${kills} times with logins at %s`,
  async (loginAt) => {
    let tidemark = await startTidemark(places, sandbox.environment);
    let call = await callAs(tidemark);
    const { user } = await call('POST', '/user/load', {});
    const operator = await callAs(tidemark, 'olu@sandbox.test');
    const plan = { plan: 'starter', status: 'active', currentPeriodEnd: null, cancelAt: null };
    await operator('PUT', `/admin/users/${user._id}/subscription`, plan);
    const [account, ...others] = await accountsOf(tidemark, email);
    if (!account) throw new Error('Theo has no account');
    if (loginAt === 'Facebook') {
      const { code } = await post<{ code: string }>(`${tidemark.sandboxUrl}/_sandbox/meta/code`, { email });
      await call('POST', '/auth/meta/authorize/business', { code });
    } else for (const { username } of [account, ...others]) await logInAtInstagram(tidemark, call, username);
    // Responses slow enough that ten kills hit a first sync, at random moments.
    const slow = { rules: [{ fault: 'slow', match: { path: 'insights|media' }, params: { millis: 400 } }] };
    await post(`${tidemark.sandboxUrl}/_sandbox/faults`, slow);
    const link = async (id: string) => {
      const reference = { accountId: id, type, accountRefId: id };
      await call('POST', '/account/add', { ...reference, accountRefId: null });
      await call('POST', '/user/account/link', reference);
      await call('POST', '/account/activate', reference);
      return id;
    };
    const isSyncing = async (id: string) => {
      const { syncStatus } = await call('GET', `/account/${id}/sync-status`);
      return syncStatus.initialization.active || syncStatus.syncRunning;
    };
    let current = await link(account.id);

    let killsWhileSyncing = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(100 + Math.random() * 500);
      if (await isSyncing(current)) killsWhileSyncing += 1;
      // The next sync begins when one is done, so that most kills hit a sync.
      else current = await link(others.shift()?.id ?? current);
      await tidemark.kill();
      tidemark = await startTidemark(places, sandbox.environment);
      call = await callAs(tidemark);
    }
    await post(`${tidemark.sandboxUrl}/_sandbox/faults`, { rules: [] });
    for (const deadline = Date.now() + 90_000; await isSyncing(current); await sleep(200))
      if (Date.now() > deadline) throw new Error('The sync does not come to its end');

    const range = {
      startDate: `${account.insightsSince}T00:00:00.000Z`,
      endDate: `${instagramDaysAgo(1)}T23:59:59.999Z`,
      accountIds: [account.id],
    };
    for (const [metric, pick] of [
      ['views', 'views'],
      ['reach', 'reach'],
      ['total_interactions', 'totalInteractions'],
    ] as const) {
      const { perAccount } = await call('POST', `/metrics/account/timeseries/${metric}`, range);
      const truth = await trueDays(tidemark, account.id, account.insightsSince, instagramDaysAgo(1));
      expect(perAccount[account.id]).toEqual(truth.map((day) => ({ date: day.day, value: day[pick], isClosed: true })));
    }
    const posts = (await trueMedia(tidemark, account.id)).filter(({ kind }) => kind !== 'story');
    const seen: string[] = [];
    for (let page = 0; ; page += 1) {
      const { rows } = await call('POST', '/media/datagrid/query', {
        grid: { paginationModel: { page, pageSize: 100 }, sortModel: [] },
        filters: {
          query: '',
          filterMode: 'published',
          isoStart: `${daysAgo(700)}T00:00:00.000Z`,
          isoEnd: `${daysAgo(0)}T23:59:59.999Z`,
        },
        platform: 'instagram',
        accountIds: [account.id],
      });
      seen.push(...rows.map(({ id }) => id));
      if (rows.length < 100) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const { id } of posts) expect(seen).toContain(id);
    expect(killsWhileSyncing).toBeGreaterThanOrEqual(kills * 0.8);
    const { output } = await runToEnd(places, sandbox.environment, ['verify', '--days', '29']);
    expect(output).toContain('no differences');
    expect(output).not.toMatch(/differ:|could not be verified/);
    const replayed = await runToEnd(places, sandbox.environment, ['replay']);
    expect(replayed.output).toContain('since the first sync');
    expect(replayed.code).toBe(0);
    expect(await tidemark.stop()).toBe(0);
  },
  900_000,
);
