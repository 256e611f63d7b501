import { type IncomingMessage, request } from 'node:http';
import { addDays, exportFigures, getMetricCard } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startSynced, type WorldAccount } from '../../../../test/world.ts';

let app: TestApp;
let maya: { client: TestClient; account: WorldAccount };
let theo: { client: TestClient; account: WorldAccount };

beforeAll(async () => {
  app = await startTestApp();
  maya = await startSynced(app, 'maya@sandbox.test');
  theo = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);
const year = { cStart: `${addDays(today, -365)}T00:00:00.000Z`, cEnd: `${addDays(today, -4)}T23:59:59.999Z` };

/** Starts an export whose response is never read: the server can only send what fits into the connection's buffers. */
function startUnread(): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const call = request(`${app.url}/api/v1${exportFigures.path}`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${maya.client.token}` },
    });
    call.once('response', done).once('error', failed);
    call.end(JSON.stringify({ format: 'json', sections: ['posts', 'days'], ...year, accountIds: [maya.account.id] }));
  });
}

/** Adds enough text that the posts do not fit into the buffers. */
async function growCaptions(): Promise<void> {
  await app.db
    .updateTable('media')
    .set({ caption: 'x'.repeat(100_000) })
    .where('account_id', '=', maya.account.id)
    .execute();
}

it('serves other users during ten large exports of one user', async () => {
  await growCaptions();

  const responses = await Promise.all(Array.from({ length: 10 }, startUnread));

  const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
  expect(statuses).toEqual([200, 200, ...Array.from({ length: 8 }, () => 429)]);
  const cards = await Promise.all(
    Array.from({ length: 20 }, () =>
      theo.client.call(getMetricCard, {
        params: { metric: 'views' },
        body: { ...year, accountIds: [theo.account.id] },
      }),
    ),
  );
  expect(cards.every(({ current }) => current > 0)).toBe(true);
  for (const response of responses) response.destroy();
  const next = await vi.waitFor(async () => {
    const response = await startUnread();
    response.destroy();
    expect(response.statusCode).toBe(200);
    return response;
  }, 10_000);
  expect(next.headers['content-type']).toContain('application/json');
});
