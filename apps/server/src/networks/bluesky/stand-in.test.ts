import { authorizeBluesky, countDays, listAccounts, refreshAccount, type Account } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  changeStandIn,
  connectBluesky,
  linkBluesky,
  findStandIn,
  readTruth,
  signInAtBluesky,
  withBluesky,
  type StandInAccount,
} from '../../../test/bluesky.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { dayIn } from '../../platform/clock.ts';
import { until } from '../../../test/until.ts';

let app: TestApp;
let theo: TestClient;
let author: StandInAccount;
let accountId: string;

beforeAll(async () => {
  app = await startTestApp({ environment: withBluesky, pollIntervalSeconds: 0.2 });
  theo = await app.withPlan('theo@sandbox.test', 'pro');
  author = await findStandIn(app, 'theo-off-duty.test');
  accountId = await connectBluesky(theo, author);
  await linkBluesky(theo, accountId);
  await untilAccount(({ lastSyncAt, syncRunning }) => lastSyncAt !== null && !syncRunning);
});
afterAll(() => app.close());
afterEach(async () => {
  await strike([]);
  await changeStandIn(app, author.did, { status: 'active', hasMoved: false, handle: author.handle });
});

const strike = (rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

const untilAccount = (isDone: (account: Account) => boolean): Promise<Account> =>
  until(async () => {
    const { accounts } = await theo.call(listAccounts, {});
    return accounts.find((account) => account._id === accountId && isDone(account)) ?? false;
  });

/** Syncs the whole account again. */
async function syncAgain(isDone: (account: Account) => boolean): Promise<Account> {
  const before = new Date(0);
  await app.db
    .updateTable('sync_state')
    .set({ last_sync_at: before, requested_at: before, part_synced_at: '{}' })
    .where('account_id', '=', accountId)
    .execute();
  await theo.call(refreshAccount, { params: { id: accountId } });
  return untilAccount((account) => !account.syncRunning && isDone(account));
}
const isSynced = ({ lastSyncAt, problem }: Account) => problem === null && lastSyncAt !== new Date(0).toISOString();
const hasProblem = ({ problem }: Account) => problem !== null;

const listRows = () =>
  app.db
    .selectFrom('media')
    .select(['media_id', 'likes', 'comments', 'shares', 'reposts'])
    .where('account_id', '=', accountId)
    .orderBy('published_at', 'desc')
    .execute();

describe('an account at the sandbox’s Bluesky', () => {
  it('is synced with the counts that the sandbox knows', async () => {
    const { posts } = await readTruth(app, author.did);

    expect(posts.length).toBeGreaterThan(5);
    expect(await listRows()).toEqual(
      posts.map(({ rkey, likes, replies, quotes, reposts }) => ({
        media_id: rkey,
        likes,
        comments: replies,
        shares: quotes,
        reposts,
      })),
    );
  });

  it('has a zero for every day since its first post if nobody interacts with it', async () => {
    const { posts } = await readTruth(app, author.did);
    const total = posts.reduce(
      (sum, { likes, replies, quotes, reposts }) => sum + likes + replies + quotes + reposts,
      0,
    );
    expect(total).toBe(0);

    const days = await app.db
      .selectFrom('account_day')
      .select(['day', 'interactions'])
      .where('account_id', '=', accountId)
      .orderBy('day')
      .execute();

    const first = posts.map(({ at }) => dayIn('America/Los_Angeles', new Date(at))).toSorted()[0];
    expect(days[0]).toEqual({ day: first, interactions: 0 });
    expect(days.filter(({ interactions }) => interactions !== 0)).toEqual([]);
    expect(days).toHaveLength(countDays(first ?? '', days.at(-1)?.day ?? ''));
  });

  it('leaves no session at its server after it is connected', async () => {
    await connectBluesky(theo, author);

    expect(await app.control('bluesky')).toMatchObject({ sessions: 0 });
  });

  it('is not connected when its owner refuses', async () => {
    const body = await signInAtBluesky(theo, author, 'reject');

    await expect(theo.call(authorizeBluesky, { body })).rejects.toMatchObject({ code: 'bluesky_login_denied' });
  });

  it('can be connected at the server to which it has moved', async () => {
    await changeStandIn(app, author.did, { hasMoved: true });

    expect(await connectBluesky(theo, author)).toBe(accountId);
  });

  it('keeps its posts under another handle, also one that was deleted', async () => {
    const [deleted] = await listRows();
    await changeStandIn(app, author.did, { handle: 'renamed.test', deleted: deleted?.media_id });

    const renamed = await syncAgain(isSynced);

    expect(renamed.username).toBe('renamed.test');
    const rows = await app.db
      .selectFrom('media')
      .select('media_id')
      .where('account_id', '=', accountId)
      .where('missing_since', 'is not', null)
      .execute();
    expect(rows).toEqual([{ media_id: deleted?.media_id }]);
  });

  it.each(['suspended', 'deactivated'])('explains that it is %s, and goes on afterwards', async (status) => {
    await changeStandIn(app, author.did, { status });

    await expect(signInAtBluesky(theo, author)).rejects.toMatchObject({ code: 'bluesky_account_hidden' });
    expect((await syncAgain(hasProblem)).problem?.code).toBe('account_unreachable');
    await changeStandIn(app, author.did, { status: 'active' });
    expect((await syncAgain(isSynced)).problem).toBeNull();
  });

  it('is tried again later while Bluesky is away', async () => {
    await strike([{ fault: 'bluesky-away' }]);

    await expect(signInAtBluesky(theo, author)).rejects.toMatchObject({ code: 'bluesky_unavailable' });
  });

  // The last one, because the pause is the process's own.
  it('waits as long as Bluesky limits the rate', async () => {
    await strike([{ fault: 'bluesky-rate-limit', params: { seconds: 900 } }]);

    const { problem } = await syncAgain(hasProblem);

    expect(problem?.code).toBe('rate_limited');
    expect(Date.parse(problem?.until ?? '')).toBeGreaterThan(Date.now() + 600_000);
  });
});
