import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBluesky, type BlueskyControls } from '../../../test/bluesky-kit.ts';
import { changeStandIn, findStandIn } from '../../../test/bluesky.ts';
import { itSyncsLikeAnyNetwork } from '../../../test/connector-kit.ts';
import { operate, type ConnectorWorld } from '../../../test/connector-world.ts';
import { startFaultProxy, type FaultProxy } from '../../../test/fault-proxy.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';

const accountId = 'bluesky-kit';
const now = new Date('2026-11-21T15:00:00Z');
const clock = () => now;
let app: TestApp;
let proxy: FaultProxy;
let world: ConnectorWorld;

beforeAll(async () => {
  app = await startTestApp({ work: false, clock });
  const { db } = app;
  const { did, handle } = await findStandIn(app, 'the-reading-tide.test');
  const change = (changed: object) => changeStandIn(app, did, changed);
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
  const controls: BlueskyControls = {
    did,
    userId: user._id,
    async suspend() {
      await change({ status: 'suspended' });
      return () => change({ status: 'active' });
    },
    async move() {
      await change({ hasMoved: true, handle: 'moved.test' });
      return { username: 'moved.test', moveBack: () => change({ hasMoved: false, handle }) };
    },
  };
  world = openBluesky({ db, clock, proxy, ...controls }, accountId);
});
afterAll(async () => {
  await proxy.stop();
  await app.close();
});

it('can replay a post that was deleted after it was listed', async () => {
  const { restart, sync, readState, replay } = operate(() => world);
  await restart();
  let refused: string | undefined;
  proxy.strike(({ path }, forward) => {
    if (!path.includes('getPostThread') || path !== (refused ??= path)) return forward();
    const body = JSON.stringify({ error: 'NotFound', message: 'Post not found' });
    return { status: 400, headers: { 'content-type': 'application/json' }, body };
  });

  await sync();

  expect(refused).toBeDefined();
  expect((await readState()).problem).toBeNull();
  expect(await replay()).toMatchObject({ isComplete: true, unreplayed: [], changes: [] });
});

describe('as any network', () => itSyncsLikeAnyNetwork(() => world));
