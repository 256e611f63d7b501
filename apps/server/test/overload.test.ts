import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';
import { getWorldAccount, connect, untilSynced } from './world.ts';

const email = 'theo@sandbox.test';
const days = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-28T23:59:59.999Z' };
let app: TestApp;
let client: TestClient;
let accountIds: string[];

beforeAll(async () => {
  app = await startTestApp();
  client = await app.withPlan(email, 'starter');
  await connect(app, client, email);
  accountIds = [(await getWorldAccount(app, email, 1)).id];
  await client.link(accountIds[0] ?? '');
  await untilSynced(client, accountIds[0] ?? '');
});
afterAll(() => app.close());

async function ask() {
  const answer = await fetch(`${app.url}/api/v1/metrics/account/timeseries/reach`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...days, accountIds }),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, wait: answer.headers.get('retry-after'), body };
}

it('sheds excess requests in time with a retry time, and recovers with the database', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const blocked = Promise.withResolvers<void>();
  const stalled = app.db.transaction().execute(async (transaction) => {
    await sql`lock table account_day in access exclusive mode`.execute(transaction);
    blocked.resolve();
    await over;
  });
  await blocked.promise;

  let shedSoFar = 0;
  const requests = Array.from({ length: 80 }, async () => {
    const answer = await ask();
    if (answer.status === 503) shedSoFar += 1;
    return answer;
  });
  await expect.poll(() => shedSoFar, { timeout: 20_000 }).toBeGreaterThan(0);
  const health = await fetch(`${app.url}/api/v1/health`);
  await expect.poll(() => shedSoFar, { timeout: 20_000 }).toBeGreaterThan(50);
  end();
  const answers = await Promise.all(requests);
  await stalled;

  expect(health.status).toBe(200);
  const shed = answers.filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(50);
  expect(shed.every(({ wait }) => Number(wait) >= 1)).toBe(true);
  expect(shed.some(({ body }) => JSON.stringify(body).includes('"overloaded"'))).toBe(true);
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect(await ask()).toMatchObject({ status: 200 });
});
