import { getMedia, listAccounts, listAudit, queryPosts } from '@tidemark/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';
import { until } from './until.ts';
import { startSynced } from './world.ts';

const metricsToken = 'a-token-of-sixteen-letters-or-more';
let app: TestApp;
let theo: TestClient;
let maya: TestClient;
let accountIds: string[];

beforeAll(async () => {
  app = await startTestApp({ environment: { RATE_LIMITS: '', METRICS_TOKEN: metricsToken } });
  const { client, account } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter', account: 1 });
  theo = client;
  accountIds = [account.id];
  maya = await app.as('maya@sandbox.test');
  await maya.load();
});
afterAll(() => app.close());

/** Returns how many heavy calls wait for a slot. */
async function countWaiting(): Promise<number> {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/http_calls_waiting\{lane="heavy"\} (\d+)/.exec(await answer.text())?.[1]);
}

const twoYears = { isoStart: '2024-11-21T00:00:00.000Z', isoEnd: '2026-11-20T23:59:59.999Z' };

it("serves other users while one user's calls all wait", async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const stalled = app.db.transaction().execute(async (transaction) => {
    await sql`lock table media in access exclusive mode`.execute(transaction);
    locked.resolve();
    await over;
  });
  await locked.promise;

  const body = { ...twoYears, accountIds, platform: 'instagram', filterMode: 'combined' } as const;
  const crowd = Promise.allSettled(Array.from({ length: 64 }, () => theo.call(getMedia, { body })));
  await until(async () => (await countWaiting()) >= 60);
  // Behind the crowd in one queue, these would wait for the lock, which ends after them.
  for (let call = 0; call < 20; call += 1) await maya.call(listAccounts, {});
  end();
  await stalled;

  for (const outcome of await crowd)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 503, code: 'overloaded' });
});

describe('user data export', () => {
  const download = async () => {
    const answer = await fetch(`${app.url}/api/v1/user/export`, { headers: { authorization: `Bearer ${maya.token}` } });
    await answer.arrayBuffer();
    return answer;
  };

  it('is limited to one at a time and five per hour, with one audit entry', async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, download));
    const later: Response[] = [];
    for (let call = 0; call < 6; call += 1) later.push(await download());

    expect(crowd.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
    const refused = later.at(-1);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(60);
    const operator = await app.as('olu@sandbox.test');
    const { entries } = await operator.call(listAudit, { query: { pageSize: '25' } });
    expect(entries.filter(({ action }) => action === 'user.exported')).toHaveLength(1);
    const counted = await app.db.selectFrom('user_action_day').select('times').executeTakeFirstOrThrow();
    expect(counted.times).toBe([...crowd, ...later].filter(({ status }) => status === 200).length);
  });
});

it('queries the database for /ready once per second, whatever the load', async () => {
  let statements = 0;
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    if (JSON.stringify(given).includes('from migration')) statements += 1;
    return Reflect.apply(original, this, given);
  };
  const began = performance.now();

  const answers = await Promise.all(Array.from({ length: 150 }, () => fetch(`${app.url}/api/v1/ready`)));
  pg.Client.prototype.query = original;

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(statements).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1_000));
});

it.each([
  [100, 200],
  [101, 400],
])('returns a page of %i posts with two years of daily metrics with status %i', async (pageSize, status) => {
  const answer = await fetch(`${app.url}/api/v1${queryPosts.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${theo.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      grid: { paginationModel: { page: 0, pageSize }, sortModel: [] },
      filters: { query: '', filterMode: 'combined', isoStart: '2024-11-20T00:00:00.000Z', isoEnd: twoYears.isoEnd },
      platform: 'instagram',
      accountIds,
    }),
  });

  expect(answer.status).toBe(status);
  if (status === 400)
    expect(await answer.json()).toMatchObject({
      error: { details: { fields: [{ field: 'body.grid.paginationModel.pageSize' }] } },
    });
});

it('counts invalid live tokens as failed authentication for their IP', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 100 && !statuses.includes(429); round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, call) => fetch(`${app.url}/api/v1/sse/user/wrong-${round}-${call}`)),
    );
    for (const answer of answers) {
      statuses.push(answer.status);
      await answer.body?.cancel();
    }
  }

  expect(statuses).toContain(429);
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(2_000);
});
