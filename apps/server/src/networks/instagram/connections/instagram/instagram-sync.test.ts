import { addDays, getMetricCard, listConnectionAccounts } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectInstagram, pageless } from '../../../../../test/instagram.ts';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../../test/test-client.ts';
import { trueDays, trueMedia, trueWindow, untilSynced, worldToday } from '../../../../../test/world.ts';

let app: TestApp;
let client: TestClient;
let accountId: string;
beforeAll(async () => {
  // By then the account has more history than Instagram provides.
  app = await startTestApp({ clock: () => new Date('2028-06-01T18:00:00Z') });
  client = await app.withPlan(pageless.email, 'starter');
  accountId = await connectInstagram(app, client);
  await client.link(accountId);
  await untilSynced(client, accountId);
});
afterAll(() => app.close());

const listErrors = async () => {
  const { entries } = await app.control<{ entries: { path: string; status: number; code?: number }[] }>(
    `ledger?account=${accountId}`,
  );
  return entries.filter(({ status }) => status >= 400).map(({ path, code }) => `${code} ${path}`);
};

it('syncs the true days and posts of an account without a page', async () => {
  const today = await worldToday(app);
  const [from, to] = [addDays(today, -20), addDays(today, -3)];
  const expected = await trueDays(app, accountId, from, to);
  const stored = await app.db
    .selectFrom('account_day')
    .select(['day', 'reach', 'views', 'interactions', 'follows'])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  const posts = (await trueMedia(app, accountId)).map(({ id }) => id);
  const found = await app.db
    .selectFrom('media')
    .select(['media_id', 'published_at', 'views', 'total_views'])
    .where('account_id', '=', accountId)
    .where('product_type', '<>', 'STORY')
    .execute();

  expect(stored.map(({ day, reach, views, interactions }) => ({ day, reach, views, interactions }))).toEqual(
    expected.map(({ day, reach, views, totalInteractions }) => ({
      day,
      reach,
      views,
      interactions: totalInteractions,
    })),
  );
  expect(found.map(({ media_id: id }) => id).sort()).toEqual(posts.sort());
  const recent = found.filter(({ published_at: publishedAt }) => publishedAt > new Date('2026-07-01T00:00:00Z'));
  expect(recent.length).toBeGreaterThan(20);
  expect(recent.every(({ views }) => views !== null && views > 0)).toBe(true);
  // This host does not report these, so they stay unknown.
  expect(found.every(({ total_views }) => total_views === null)).toBe(true);
});

it('requests nothing that this host refuses', async () => {
  expect(await listErrors()).toEqual([]);
});

it('counts people of a long range once, because this host accepts it', async () => {
  const today = await worldToday(app);
  const [from, to] = [addDays(today, -90), addDays(today, -1)];
  const view = () =>
    client.call(getMetricCard, {
      params: { metric: 'reach' },
      body: {
        cStart: `${from}T00:00:00.000Z`,
        cEnd: `${to}T23:59:59.999Z`,
        pStart: `${addDays(from, -30)}T00:00:00.000Z`,
        pEnd: `${addDays(to, -30)}T23:59:59.999Z`,
        accountIds: [accountId],
      },
    });
  const { reach } = await trueWindow(app, accountId, to, 90);

  for (let card = await view(); card.isApprox; card = await view()) await untilSynced(client, accountId);

  expect((await view()).current).toBe(reach);
});

it('shows the account with its sync in the list of accounts', async () => {
  const { accounts } = await client.call(listConnectionAccounts, {});

  expect(accounts).toMatchObject([{ id: accountId, linked: true, problem: null }]);
  expect(accounts[0]?.lastSyncAt).not.toBeNull();
});
