import { dayMillis, disconnectMeta } from '@tidemark/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { itSyncsLikeAnyNetwork } from '../../../../test/connector-kit.ts';
import type { ConnectorWorld, EndAction, ListedPosts } from '../../../../test/connector-world.ts';
import { mapObjects, startFaultProxy, type FaultProxy } from '../../../../test/fault-proxy.ts';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import { createConnectionDeps } from '../../../../test/instagram.ts';
import { connect, toStoredDay, trueDays, type WorldAccount } from '../../../../test/world.ts';
import { readConfig } from '../../../config/config.ts';
import { registerAccount } from '../../../features/accounts/index.ts';
import { dayIn } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createInstagramGraph } from '../client/instagram-graph.ts';
import { createConnectionAccess } from '../connections/connection-access.ts';
import { createInstagramConnector } from './connector.ts';
import { createGraphRateLimiter } from './schedule/graph-rate-limiter.ts';

interface MediaNode {
  id: string;
  timestamp?: string;
  media_product_type?: string;
  like_count?: number;
  insights?: { data: { name: string }[] };
}

const posts: ListedPosts = {
  path: /\/\d+\/media\?/,
  field: 'data',
  read(item) {
    const { id, timestamp, media_product_type: product, like_count: likes = 0 } = item as MediaNode; // the only list with times
    return timestamp === undefined || product === 'STORY'
      ? null
      : { id, publishedAt: new Date(timestamp.replace('+0000', 'Z')), likes };
  },
  write({ item, publishedAt, likes }) {
    const { insights, ...node }: MediaNode = item as MediaNode;
    const timestamp = publishedAt.toISOString().replace('.000Z', '+0000');
    const data = insights?.data.map((metric) =>
      metric.name === 'likes' ? { ...metric, values: [{ value: likes }] } : metric,
    );
    return { ...node, timestamp, like_count: likes, ...(data && { insights: { data } }) };
  },
};
const owner = 'ines@sandbox.test';
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
  const deps = createConnectionDeps(app, clock);
  const connectThrough = ({ url: baseUrl }: FaultProxy, dayZone: string) => {
    const instagram = createInstagramGraph({
      baseUrl,
      version: meta.graphVersion,
      appId: meta.appId,
      appSecret: meta.appSecret.reveal(),
      dayZone,
      onUsage: (usage) => rateLimiter.record(usage),
    });
    return createInstagramConnector({
      db,
      instagram,
      dayZone,
      connections: createConnectionAccess({ ...deps, businessLogin: instagram.businessLogin }),
      events: deps.events,
      rateLimiter,
      clock,
      answerDays: 90,
      log,
    });
  };
  const account = app.fresh(20);
  const { id, username } = account;
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
    connector: connectThrough(proxy, 'America/Los_Angeles'),
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
    pass: (days) => app.time.moveTo(new Date(clock().getTime() + days * dayMillis)),
    days: {
      column: 'profile_views',
      revised: 3,
      edit: (answer, change) =>
        mapObjects(answer, ({ total_value: total, ...object }) => {
          if (object['name'] !== 'profile_views') return { ...object, ...(total ? { total_value: total } : {}) };
          const { value } = total as { value: number }; // the metric is requested as totals
          return { ...object, total_value: { value: change(value) } };
        }),
    },
    posts,
    endLogin: toEnds(account),
    move: 'An account’s ID and its server stay the same, whatever its username.',
    async openZone(zone, midnight) {
      const sandbox = await app.startZone(zone);
      const zoned = await startFaultProxy(`${sandbox.url}/graph`);
      return {
        connector: connectThrough(zoned, zone),
        proxy: zoned,
        dayZone: zone,
        async listDays() {
          const [from = '', to = ''] = [1, 0].map((millis) => dayIn(zone, new Date(midnight.getTime() - millis)));
          const control = async <T>(path: string) =>
            (await (await fetch(`${sandbox.url}/_sandbox/${path}`)).json()) as T; // the sandbox's types describe it
          const days = await trueDays({ control }, id, from, to);
          return Object.fromEntries(days.map((day) => [day.day, toStoredDay(day, dayIn(zone, clock()))]));
        },
        async close() {
          await zoned.stop();
          await sandbox.close();
        },
      };
    },
  };
});
afterAll(async () => {
  await proxy?.stop();
  await app?.close();
});

/** Returns how the owner's login at Facebook ends, which reaches the account. */
function toEnds(account: WorldAccount): ConnectorWorld['endLogin'] {
  const reconnect = async () => connect(app, await app.as(owner), owner);
  const expire = (subcode: number, message: RegExp): EndAction => ({
    code: 'reconnect_required',
    message,
    async end() {
      await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email: owner, subcode }) });
      return reconnect;
    },
  });
  return {
    expired: expire(463, /expired\. Reconnect/),
    revoked: expire(458, /removed on Facebook\. Reconnect/),
    disconnected: {
      code: 'reconnect_required',
      message: /was disconnected\. Reconnect/,
      async end() {
        await (await app.as(owner)).call(disconnectMeta, {});
        return reconnect;
      },
    },
    suspended: {
      code: 'account_unreachable',
      message: /must be a professional account/,
      async end() {
        await app.strike(account, [{ fault: 'missing-object' }]);
        return () => app.strike(null);
      },
    },
  };
}

describe('Instagram', () => itSyncsLikeAnyNetwork(() => world));
