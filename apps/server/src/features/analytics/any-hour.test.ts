import { addDays } from '@tidemark/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeCard } from '../../../test/judge-overview.ts';
import { judgePosts } from '../../../test/judge-posts.ts';
import { createTestClock, untilQuiet, type TestClock } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { Truth } from '../../../test/true-figures.ts';
import { Verdicts } from '../../../test/verdicts.ts';
import { connect, listWorldAccounts } from '../../../test/world.ts';
import { dayIn } from '../../platform/clock.ts';

const dayZone = 'America/Los_Angeles';
const owner = 'olu@sandbox.test';
const hour = 3_600_000;

/** Each starts one hour before an evening's end in UTC; Instagram's day ends eight hours later, or seven in summer. */
const periods: { name: string; start: string; hours: number; step: number }[] = [
  { name: 'an ordinary day', start: '2027-06-15T23:00:00Z', hours: 24, step: 1 },
  { name: 'the end of a year', start: '2027-12-31T23:00:00Z', hours: 12, step: 1 },
  { name: 'a leap day, from its first hour to the next day', start: '2028-02-28T23:00:00Z', hours: 36, step: 2 },
  { name: 'the day that loses an hour', start: '2028-03-12T05:00:00Z', hours: 28, step: 2 },
  { name: 'the day that has an hour twice', start: '2028-11-05T05:00:00Z', hours: 28, step: 2 },
];

/** Syncs all accounts; again if a run that was just ending set their next sync. */
async function syncNow(app: TestApp, time: TestClock): Promise<void> {
  const now = time.now();
  let late: unknown;
  do {
    await app.db.updateTable('sync_state').set({ next_sync_at: now, sync_requested: true }).execute();
    await untilQuiet(app, time);
    late = await app.db
      .selectFrom('sync_state')
      .select('account_id')
      .where('last_sync_at', '<', now)
      .executeTakeFirst();
  } while (late);
}

let app: TestApp | undefined;
afterAll(() => app?.close());

describe('with a sync every hour or two', () => {
  it.each(periods)(
    'cards and posts match the true values over $name',
    async ({ start, hours, step }) => {
      await app?.close();
      const time = createTestClock(new Date(start));
      app = await startTestApp({
        clock: time.clock,
        pollIntervalSeconds: 0.05,
        sandboxOptions: {
          clock: time.right,
          dayZone,
          crowd: { owner: 'olu', accounts: 1, days: 20 },
          anchor: dayIn(dayZone, new Date(start)),
        },
      });
      let client = await app.withPlan(owner, 'agency');
      await connect(app, client, owner);
      const account = (await listWorldAccounts(app, owner)).find(({ username }) => username.startsWith('crowd.'));
      const accounts = [account?.id ?? ''];
      for (const id of accounts) await client.link(id);
      await untilQuiet(app, time);
      const verdicts = new Verdicts();

      for (let passed = 0; passed < hours; passed += process.env['TEST_ALL'] ? 1 : step) {
        time.moveTo(new Date(Date.parse(start) + passed * hour));
        await syncNow(app, time);
        // Tokens expire within the hour.
        client = await app.as(owner);
        const today = dayIn(dayZone, time.now());
        const yesterday = addDays(today, -1);
        const judged = { client, truth: new Truth(app), verdicts, accounts, today };
        for (const range of [
          { from: yesterday, to: yesterday },
          { from: addDays(today, -7), to: yesterday },
          { from: addDays(today, -6), to: today },
        ]) {
          for (const metric of ['views', 'reach', 'followers'] as const) await judgeCard({ ...judged, range }, metric);
          await judgePosts({ ...judged, range });
        }
        expect(verdicts.report, time.now().toISOString()).toEqual([]);
      }
    },
    300_000,
  );
});
