import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type FaultRule, type Sandbox } from '@tidemark/sandbox';
import { addDays, unlinkAccount } from '@tidemark/contract';
import { expect } from 'vitest';
import type { GraphHost } from '../src/networks/instagram/client/graph-http.ts';
import { dayIn } from '../src/platform/clock.ts';
import { connectInstagram } from './instagram.ts';
import { createTestClock, passTime, untilQuiet, type TestClock } from './passing-time.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './start-test-app.ts';
import { listWorldAccounts, connect, trueDays, trueMedia, type WorldAccount } from './world.ts';

const owner = 'ines@sandbox.test';
const dayMillis = 86_400_000;

export type { FaultRule };

export interface FaultApp extends TestApp {
  time: TestClock;
  /** Starts another sandbox with the same people and logins, whose days are those of a zone. */
  startZone(dayZone: string): Promise<Sandbox>;
  /** Returns unused accounts, those with the fewest posts first; `posts` requires at least that many. */
  fresh(posts?: number): WorldAccount;
  /** Logs in where the app's logins are, at Instagram only to this account. */
  logIn(account: WorldAccount): Promise<void>;
  /** Links an account and starts its first sync. */
  begin(account: WorldAccount): Promise<void>;
  /** Enables faults for an account, or for all; without rules, disables them all. */
  strike(account: WorldAccount | null, rules?: Partial<FaultRule>[]): Promise<void>;
  /** Counts how often the enabled faults have occurred. */
  struck(): Promise<number>;
  /** Returns the calls for an account that the sandbox received since the previous check. */
  listCalls(account: WorldAccount): Promise<{ requests: number; calls: number }>;
  getState(account: WorldAccount): ReturnType<typeof findState>;
  /** Makes an account due, and waits until nothing runs. */
  read(account: WorldAccount): Promise<void>;
  /** Moves from one due sync to the account's next until its tasks are complete and it has no problem. */
  recover(account: WorldAccount): Promise<void>;
  /** Lets days pass, with everything that becomes due. */
  pass(days: number): Promise<void>;
  /** Excludes an account from further syncs. */
  leave(account: WorldAccount): Promise<void>;
  /** Asserts what must hold after every run: correct days and posts, and neither a verification nor a replay finds a difference. */
  expectTruth(account: WorldAccount): Promise<void>;
}

/**
 * Starts the app with Ines, who has many accounts, connected at Facebook, or with a login at Instagram for each account
 * that begins; the clock stands still until it is moved.
 */
export async function startFaultApp({
  start,
  loginAt = 'facebook',
  ...options
}: TestAppOptions & { start?: Date; loginAt?: GraphHost } = {}): Promise<FaultApp> {
  const time = createTestClock(start);
  const zone = options.sandboxOptions?.dayZone ?? 'America/Los_Angeles';
  const sandboxOptions = {
    clock: time.right,
    crowd: { owner: 'ines' as const, accounts: 40 },
    anchor: addDays(time.now().toISOString().slice(0, 10), -20),
    ...options.sandboxOptions,
  };
  const app = await startTestApp({ clock: time.clock, pollIntervalSeconds: 0.1, ...options, sandboxOptions });
  const client = await app.withPlan(owner, 'agency');
  if (loginAt === 'facebook') await connect(app, client, owner);
  const known = addDays(time.now().toISOString().slice(0, 10), -700);
  const unused = (await listWorldAccounts(app, owner))
    .filter(({ insightsSince }) => insightsSince > known)
    .toSorted((one, other) => one.mediaCount - other.mediaCount);

  const strike: FaultApp['strike'] = async (account, rules = []) => {
    const all = rules.map((rule) => ({
      ...rule,
      match: { ...(account ? { account: account.id } : {}), ...rule.match },
    }));
    await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: all }) });
  };
  const atInstagram = new Set<string>();
  const logIn = async ({ username }: WorldAccount) => {
    const again = await app.as(owner);
    if (loginAt === 'facebook') await connect(app, again, owner);
    else atInstagram.add(await connectInstagram(app, again, username));
  };
  const read = async (account: WorldAccount) => {
    await app.db
      .updateTable('sync_state')
      .set({ next_sync_at: time.now() })
      .where('account_id', '=', account.id)
      .execute();
    await untilQuiet(app, time);
  };

  return {
    ...app,
    time,
    startZone: (dayZone) => startSandbox({ ...sandboxOptions, port: 0, appOrigins: [], dayZone }),
    strike,
    logIn,
    read,
    fresh(posts = 0) {
      const at = unused.findIndex(({ mediaCount }) => mediaCount >= posts);
      const [account] = unused.splice(at, 1);
      if (at < 0 || !account) throw new Error('All accounts are used');
      return account;
    },
    async begin(account) {
      if (loginAt === 'instagram' && !atInstagram.has(account.id)) await logIn(account);
      await (await app.as(owner)).link(account.id);
      await untilQuiet(app, time);
    },
    async struck() {
      const { rules } = await app.control<{ rules: { struck: number }[] }>('faults');
      return rules.reduce((sum, { struck }) => sum + struck, 0);
    },
    async listCalls({ id }) {
      const { totals } = await app.control<{ totals: { requests: number; calls: number } }>(`ledger?account=${id}`);
      await app.control('ledger', { method: 'DELETE' });
      return { requests: totals.requests, calls: totals.calls };
    },
    getState: ({ id }) => findState(app, id),
    async recover(account) {
      for (let reading = 0; reading < 40; reading += 1) {
        await untilQuiet(app, time);
        const { initialized_at, problem, next_sync_at, failures } = await findState(app, account.id);
        if (initialized_at && !problem && failures === 0) return;
        // An account that waits for its user is woken by the first poll after a new login.
        if (!next_sync_at) {
          await sleep(200);
          continue;
        }
        time.moveTo(next_sync_at);
        await read(account);
      }
      throw new Error('It does not recover');
    },
    async pass(days) {
      await passTime(app, time, new Date(time.now().getTime() + days * dayMillis));
      await untilQuiet(app, time);
    },
    async leave({ id }) {
      const body = { accountId: id, type: 'instagram_account' as const };
      await (await app.as(owner)).call(unlinkAccount, { body });
      await untilQuiet(app, time);
    },
    async expectTruth(account) {
      await expectTrueDays(app, account, dayIn(zone, time.now()));
      const { part_synced_at: readAt } = await findState(app, account.id);
      const listedAt = Date.parse(readAt.media ?? '');
      const posts = (await trueMedia(app, account.id)).filter(({ kind }) => kind !== 'story');
      const stored = await app.db
        .selectFrom('media')
        .select(['media_id', 'published_at'])
        .where('account_id', '=', account.id)
        .where('product_type', '!=', 'STORY')
        .where('gone_at', 'is', null)
        .where('missing_since', 'is', null)
        .execute();
      const listed = stored.filter(({ published_at: at }) => at.getTime() <= listedAt);
      expect(listed.map(({ media_id }) => media_id).sort()).toEqual(
        posts
          .filter(({ publishedAt }) => Date.parse(publishedAt) <= listedAt)
          .map(({ id }) => id)
          .sort(),
      );
      // Measuring young posts can find one before the next list does.
      expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining(stored.map(({ media_id }) => media_id)));
      const [report] = await app.verify({ accountId: account.id });
      expect(report).toMatchObject({ outcome: 'same', differences: [] });
      const [replayed] = await app.replay({ accountId: account.id });
      expect(replayed).toMatchObject({ outcome: 'same', differences: [], unreplayed: [], isComplete: true });
    },
  };
}

function findState(app: TestApp, accountId: string) {
  return app.db.selectFrom('sync_state').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
}

/** Compares all metrics for every day, from the account's first to the last complete one. */
async function expectTrueDays(app: TestApp, account: WorldAccount, today: string): Promise<void> {
  const rows = await app.db
    .selectFrom('account_day')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('complete', '=', true)
    .orderBy('day')
    .execute();
  const last = rows.at(-1)?.day ?? '';
  expect([addDays(today, -1), addDays(today, -2)]).toContain(last);
  expect(Date.parse(today) - Date.parse(last)).toBeLessThanOrEqual(2 * dayMillis);
  const truth = await trueDays(app, account.id, account.insightsSince, last);
  expect(
    rows.map((row) => ({
      day: row.day,
      views: row.views,
      reach: row.reach,
      interactions: row.interactions,
      likes: row.likes,
      comments: row.comments,
      saves: row.saves,
      shares: row.shares,
      engaged: row.engaged,
      follows: row.follows,
      unfollows: row.unfollows,
      followers: row.followers,
      views_follower: row.views_follower,
      views_reel: row.views_reel,
    })),
  ).toEqual(
    truth.map((day) => ({
      day: day.day,
      views: day.views,
      reach: day.reach,
      interactions: day.totalInteractions,
      likes: day.likes,
      comments: day.comments,
      saves: day.saves,
      shares: day.shares,
      engaged: day.accountsEngaged,
      follows: day.follows,
      unfollows: day.unfollows,
      followers: day.followersEnd,
      views_follower: day.cells.viewsByFollowType['FOLLOWER'],
      views_reel: day.cells.views['REEL'],
    })),
  );
}
