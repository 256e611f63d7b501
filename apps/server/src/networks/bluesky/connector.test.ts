import { afterAll, beforeAll, describe } from 'vitest';
import { findStandIn } from '../../../test/bluesky.ts';
import { itSyncsLikeAnyNetwork, type ConnectorWorld } from '../../../test/connector-kit.ts';
import { startFaultProxy, type FaultProxy } from '../../../test/fault-proxy.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createQuery } from './client/xrpc.ts';
import { createBlueskyConnector } from './connector.ts';

const accountId = 'bluesky-kit';
const now = new Date('2026-11-21T15:00:00Z');
const clock = () => now;
let app: TestApp;
let proxy: FaultProxy;
let world: ConnectorWorld;

beforeAll(async () => {
  app = await startTestApp({ work: false, clock });
  const { db } = app;
  const { did } = await findStandIn(app, 'theo-off-duty.test');
  const { user } = await (await app.as('theo@sandbox.test')).load();
  await db.insertInto('account').values({ account_id: accountId, type: 'bluesky_account', username: 'kit' }).execute();
  await db.insertInto('bluesky_account').values({ account_id: accountId, did }).execute();
  const owned = { user_id: user._id, account_id: accountId };
  await db
    .insertInto('account_ref')
    .values({ ...owned, type: 'bluesky_account' })
    .execute();
  await db
    .insertInto('bluesky_login')
    .values({ ...owned, connected_at: now })
    .execute();
  proxy = await startFaultProxy(app.sandbox.url);
  const query = createQuery({ baseUrl: proxy.url });
  world = {
    db,
    accountId,
    type: 'bluesky_account',
    connector: createBlueskyConnector({ db, query, clock, answerDays: 90 }),
    proxy,
    clock,
    budget: 3,
    limit: (seconds) => ({
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
      body: JSON.stringify({ error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }),
    }),
  };
});
afterAll(async () => {
  await proxy.stop();
  await app.close();
});

describe('as any network', () => itSyncsLikeAnyNetwork(() => world));
