import { afterAll, beforeAll, describe } from 'vitest';
import { itSyncsLikeAnyNetwork, type ConnectorWorld } from '../../../../test/connector-kit.ts';
import { startFaultProxy, type FaultProxy } from '../../../../test/fault-proxy.ts';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import { createConnectionDeps } from '../../../../test/instagram.ts';
import { readConfig } from '../../../config/config.ts';
import { registerAccount } from '../../../features/accounts/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createInstagramGraph } from '../client/instagram-graph.ts';
import { createConnectionAccess } from '../connections/connection-access.ts';
import { createInstagramConnector } from './connector.ts';
import { createGraphRateLimiter } from './schedule/graph-rate-limiter.ts';

const dayZone = 'America/Los_Angeles';
let app: FaultApp;
let proxy: FaultProxy;
let world: ConnectorWorld;

beforeAll(async () => {
  app = await startFaultApp({ work: false });
  const { db, time } = app;
  const clock = time.now;
  const { meta } = readConfig({ ...app.sandbox.environment, NODE_ENV: 'test' }, { sandbox: true });
  proxy = await startFaultProxy(meta.graphBaseUrl);
  const log = createLog({ level: 'silent' });
  const rateLimiter = createGraphRateLimiter({ db, clock, log });
  const instagram = createInstagramGraph({
    baseUrl: proxy.url,
    version: meta.graphVersion,
    appId: meta.appId,
    appSecret: meta.appSecret.reveal(),
    dayZone,
    onUsage: (usage) => rateLimiter.record(usage),
  });
  const deps = createConnectionDeps(app, clock);
  const connections = createConnectionAccess({ ...deps, businessLogin: instagram.businessLogin });
  const { id, username } = app.fresh(20);
  const { user_id } = await db
    .selectFrom('connection_account')
    .select('user_id')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  const profile = {
    username,
    name: null,
    picture: null,
    followers_count: null,
    follows_count: null,
    media_count: null,
  };
  await registerAccount(db, id, 'instagram_account', profile);
  await db.insertInto('account_ref').values({ user_id, account_id: id, type: 'instagram_account' }).execute();
  world = {
    db,
    accountId: id,
    type: 'instagram_account',
    connector: createInstagramConnector({
      db,
      instagram,
      dayZone,
      connections,
      events: deps.events,
      rateLimiter,
      clock,
      answerDays: 90,
      log,
    }),
    proxy,
    clock,
    budget: 8,
    limit: (seconds) => ({
      status: 400,
      headers: {
        'content-type': 'application/json',
        'x-business-use-case-usage': JSON.stringify({
          [id]: [
            {
              type: 'instagram',
              call_count: 100,
              total_cputime: 1,
              total_time: 1,
              estimated_time_to_regain_access: seconds / 60,
            },
          ],
        }),
      },
      body: JSON.stringify({
        error: { message: 'There have been too many calls', code: 80_002, type: 'OAuthException' },
      }),
    }),
  };
});
afterAll(async () => {
  await proxy?.stop();
  await app?.close();
});

describe('Instagram', () => itSyncsLikeAnyNetwork(() => world));
