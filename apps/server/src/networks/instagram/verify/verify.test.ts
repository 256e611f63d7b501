import { addDays } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { until } from '../../../../test/until.ts';
import { startSynced, type WorldAccount } from '../../../../test/world.ts';

// The clock is frozen, so that nothing changes between sync and comparison.
const now = new Date();
const today = now.toISOString().slice(0, 10);
let app: TestApp;
let account: WorldAccount;
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  ({ account } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' }));
  // The first sync's calls are counted up to a second later.
  await until(async () => {
    const { totals } = await app.control<{ totals: { calls: number } }>(`ledger?account=${account.id}`);
    const counted = await app.db.selectFrom('api_call_hour').select('calls').executeTakeFirst();
    return counted?.calls === totals.calls;
  });
});
afterAll(() => app.close());

async function verified() {
  const [report] = await app.verify({ accountId: account.id });
  if (!report) throw new Error('There is no report');
  return report;
}

/** Returns all stored data, as one checksum per table, but for what processes report of themselves. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'work_report'`.execute(app.db);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string | null }>`select md5(string_agg(t::text, '|' order by t::text)) as sum
      from ${sql.table(name)} t`.execute(app.db);
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}

async function breakAndMend(statement: string, undo: string): Promise<Awaited<ReturnType<typeof verified>>> {
  await sql.raw(statement).execute(app.db);
  const report = await verified();
  await sql.raw(undo).execute(app.db);
  return report;
}

it('finds no differences after a first sync and reports what it compared', async () => {
  const report = await verified();

  expect(report).toMatchObject({ outcome: 'same', differences: [], moved: 0, gaps: 0, reason: null });
  expect(report.compared).toBeGreaterThan(300);
  expect(report.calls).toBeGreaterThan(90);
  expect(report.requests).toBeLessThan(report.calls / 5);
});

it('writes nothing', async () => {
  const before = await everything();

  await verified();

  expect(await everything()).toEqual(before);
});

it.each([
  ['a metric of a day', 'account_day', `set views = views + 1 where day = '${addDays(today, -5)}'`, 'views'],
  [
    'followers of a day',
    'account_day',
    `set followers = followers * 0.9 where day = '${addDays(today, -9)}'`,
    'followers',
  ],
  ['a day that was never finished', 'account_day', `set complete = false where day = '${addDays(today, -6)}'`, 'all'],
  [
    'a window',
    'account_window',
    `set reach = reach + 1 where days = 14 and end_day < '${addDays(today, -3)}'`,
    'reach',
  ],
  [
    'deltas that do not add up',
    'media_day',
    `set likes = likes + 1 where media_id = (select min(media_id) from kept) and day = (select min(day) from kept
      where media_id = (select min(media_id) from kept))`,
    'likes',
  ],
  [
    'a post that was given up',
    'media',
    `set gone_at = now() where media_id = (select min(media_id) from kept where product_type = 'FEED')`,
    'post',
  ],
])('finds %s', async (_, table, change, metric) => {
  await sql.raw(`create table kept as select * from ${table}`).execute(app.db);

  const report = await breakAndMend(
    `update ${table} ${change}`,
    `truncate ${table}; insert into ${table} select * from kept; drop table kept`,
  );

  expect(report.outcome).toBe('different');
  expect([...new Set(report.differences.map((difference) => difference.metric))]).toEqual([metric]);
});

it('finds a missing post and a post that Instagram does not have', async () => {
  const { media_id: id } = await app.db
    .selectFrom('media')
    .select('media_id')
    .where('product_type', '=', 'FEED')
    .executeTakeFirstOrThrow();

  // The row says fetched an hour ago, but the list was fetched since. The time zone is for Citus.
  const shifted = (sign: string) => `(observed_at at time zone 'UTC' ${sign} interval '1 hour') at time zone 'UTC'`;
  const report = await breakAndMend(
    `update media set media_id = 'none', observed_at = ${shifted('-')} where media_id = '${id}';
     update media_day set media_id = 'none' where media_id = '${id}'`,
    `update media set media_id = '${id}', observed_at = ${shifted('+')} where media_id = 'none';
     update media_day set media_id = '${id}' where media_id = 'none'`,
  );

  expect(report.differences).toEqual([
    { what: 'post', where: id, metric: 'post', stored: null, instagram: 'listed' },
    { what: 'post', where: 'none', metric: 'post', stored: 'stored', instagram: 'not listed' },
  ]);
});

it('makes no calls during a pause and explains why nothing was compared', async () => {
  const until = new Date(now.getTime() + 60_000);
  await app.db.insertInto('graph_pause').values({ scope: 'app', until, reason: 'test' }).execute();

  const report = await verified();

  expect(report).toMatchObject({ outcome: 'unverified', calls: 0 });
  expect(report.reason).toContain(until.toISOString());
  await app.db.deleteFrom('graph_pause').execute();
});

it('reports a refusal by Instagram', async () => {
  const rules = [{ fault: 'token', match: { account: account.id } }];
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

  const report = await verified();

  expect(report.outcome).toBe('unverified');
  expect(await app.db.selectFrom('meta_connection').select('broken_at').execute()).toEqual([{ broken_at: null }]);
});
