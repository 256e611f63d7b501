import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  activateAccount,
  addAccount,
  deleteUser,
  disconnectBluesky,
  linkAccount,
  listAccounts,
  listBlueskyLogins,
  listMediaOfRange,
  refreshAccount,
  type Account,
  startBlueskyLogin,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startFaultProxy, type FaultProxy } from '../../../test/fault-proxy.ts';
import { freePort } from '../../../test/free-port.ts';
import { readZip } from '../../../test/read-zip.ts';
import { runWork } from '../../../test/run-work.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { deleteAccountContent } from '../../app/features.ts';
import { deletionWork } from '../../features/sync/deletion/jobs.ts';
import { createFileStore } from '../../platform/files/file-store.ts';
import { createLog } from '../../platform/log/log.ts';

const accountId = '0a1b2c3d-bluesky';
const did = 'did:plc:fjordlys';
const reference = { accountId, type: 'bluesky_account' as const, accountRefId: null };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let appView: FaultProxy;
let sandboxPort: number;
let app: TestApp;
let maya: TestClient;
let logFile: string;

beforeAll(async () => {
  [database, appView, sandboxPort] = await Promise.all([createTestDatabase(), startFaultProxy(''), freePort()]);
  logFile = path.join(await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-')), 'log');
  await open('instagram_account,bluesky_account');
  const userId = (await maya.load()).user._id;
  await app.db
    .insertInto('account')
    .values({ account_id: accountId, type: 'bluesky_account', username: 'a' })
    .execute();
  await app.db.insertInto('bluesky_account').values({ account_id: accountId, did }).execute();
  await app.db
    .insertInto('bluesky_login')
    .values({ user_id: userId, account_id: accountId, connected_at: new Date() })
    .execute();
  await maya.call(linkAccount, { body: reference });
  await maya.call(activateAccount, { body: reference });
  await untilState((account) => account.lastSyncAt !== null && !account.syncRunning);
  await app.close();
});
afterAll(async () => {
  await appView.stop();
  await database.drop();
});
beforeEach(answerHonestly);

async function open(networks: string): Promise<void> {
  answerHonestly();
  app = await startTestApp({
    address: database.address,
    sandboxOptions: { port: sandboxPort },
    environment: { NETWORKS: networks, BLUESKY_APPVIEW_URL: appView.url, BLUESKY_PLC_URL: 'http://127.0.0.1:9' },
    log: createLog({ level: 'warn', file: logFile }),
  });
  maya = await app.withPlan('maya@sandbox.test', 'pro');
}

/** Answers as an AppView with one account, which has one post. */
function answerHonestly(): void {
  const author = { did, handle: 'fjordlys.test' };
  const record = { text: 'Tide', createdAt: new Date(Date.now() - 86_400_000).toISOString() };
  const uri = `at://${did}/app.bsky.feed.post/first`;
  const post = { uri, author, record, indexedAt: record.createdAt, likeCount: 0, replyCount: 0, quoteCount: 0 };
  appView.strike(({ path: asked }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked.includes('getProfile') ? { ...author, followersCount: 3 } : { feed: [{ post }] }),
  }));
}

const untilState = (isDone: (account: Account) => boolean): Promise<Account> =>
  until(async () => {
    const { accounts } = await maya.call(listAccounts, {});
    return accounts.find((account) => account._id === accountId && isDone(account)) ?? false;
  });

async function listPosts(): Promise<string[]> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const body = { isoStart: day(-5), isoEnd: day(1), accountIds: [accountId] };
  return (await maya.call(listMediaOfRange, { body })).map(({ mediaId }) => mediaId);
}

it('pauses accounts while Bluesky is disabled, and goes on without a loss afterwards', async () => {
  await open('instagram_account');
  const paused = await untilState(({ problem }) => problem !== null);
  await maya.call(refreshAccount, { params: { id: accountId } });
  await untilState(({ syncRunning }) => !syncRunning);

  expect(paused.problem).toMatchObject({ code: 'network_disabled', message: expect.stringContaining('Bluesky') });
  expect(appView.count()).toBe(0);
  expect(await listPosts()).toEqual(['first']);
  expect((await maya.call(listBlueskyLogins, {})).logins).toMatchObject([{ accountId, linked: true }]);
  for (const call of [addAccount, linkAccount])
    await expect(maya.call(call, { body: reference })).rejects.toMatchObject({ code: 'network_not_enabled' });
  await expect(maya.call(startBlueskyLogin, { body: { handle: 'a.test' } })).rejects.toMatchObject({
    code: 'network_not_enabled',
  });
  await app.close();
  const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => line.includes('NETWORKS'));
  expect(lines.length).toBe(1);

  await open('instagram_account,bluesky_account');
  const resumed = await untilState(({ problem, syncRunning }) => problem === null && !syncRunning);
  expect(appView.count()).toBeGreaterThan(0);
  expect(resumed.lastSyncAt).not.toBe(paused.lastSyncAt);
  expect(await listPosts()).toEqual(['first']);
  await app.close();
});

it('exports, disconnects and deletes accounts while Bluesky is disabled', async () => {
  await open('instagram_account');
  const answer = await fetch(`${app.url}/api/v1/user/export`, { headers: { authorization: `Bearer ${maya.token}` } });
  const files = readZip(Buffer.from(await answer.arrayBuffer()));
  const exported = [...files].find(([name]) => name.endsWith('posts.csv'))?.[1].toString('utf8');

  await maya.call(disconnectBluesky, { params: { accountId } });
  await maya.call(deleteUser, { body: { confirm: 'DELETE' } });
  await runWork(deletionWork, {
    db: app.db,
    clock: () => new Date(),
    log: createLog({ level: 'silent' }),
    files: createFileStore(path.join(app.dataDir, 'files')),
    deleteUserContent: deleteAccountContent,
  });

  expect(exported).toContain('Tide');
  for (const table of ['account', 'bluesky_account', 'bluesky_login', 'media'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
  await app.close();
});
