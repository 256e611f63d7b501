import { sql } from 'kysely';
import { addDays, getSyncStatus } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import type { WorldAccount } from '../../../../test/world.ts';
import { runWork } from '../../../../test/run-work.ts';
import { until } from '../../../../test/until.ts';
import { replayWork, replayedAccounts } from './jobs.ts';
import type { ReplayReport } from './replay-accounts.ts';
import { createInstagramReplayer } from '../../../networks/instagram/sync/replay-step.ts';

const equal = { outcome: 'same', differences: [], unreplayed: [] };

let app: FaultApp;
let account: WorldAccount;
beforeAll(async () => {
  app = await startFaultApp();
  account = app.fresh(10);
  await app.begin(account);
});
afterAll(() => app.close());

async function replay(options: { days?: number; apply?: boolean } = {}): Promise<ReplayReport> {
  const [report] = await app.replay({ accountId: account.id, ...options });
  if (!report) throw new Error('There is no report');
  return report;
}

it('results in the same rows after a first sync', async () => {
  const report = await replay();

  expect(report).toMatchObject({ ...equal, isComplete: true, withoutAnswers: {} });
  expect(report.compared).toBeGreaterThan(80);
});

it('results in the same rows after several nights', async () => {
  await app.pass(5);

  expect(await replay()).toMatchObject({ ...equal, isComplete: true, withoutAnswers: {} });
});

it('replays the last days on the rows from before them', async () => {
  const report = await replay({ days: 3 });

  expect(report).toMatchObject({ ...equal, isComplete: false });
  expect(report.compared).toBeGreaterThan(20);
  expect(report.withoutAnswers.account_day).toBeGreaterThan(0);
});

it.each([
  ['a day', `account_day set views = views + 1`, 'views'],
  ['followers', `account_day set followers = followers + 1`, 'followers'],
  ['a window', `account_window set reach = reach + 1`, 'reach'],
  ['hours', `online_followers set hours[3] = 7777777`, 'hours'],
  ['an audience', `demographics set cells = '{"country":{"XX":1}}', same_as_day = null`, 'cells'],
  ['a total', `media set reach = coalesce(reach, 0) + 1`, 'reach'],
  ['a caption', `media set caption = caption || '!'`, 'caption'],
  ['a delta', `media_day set views = views + 1`, 'views'],
  ['a measurement', `media_measurement set reach = reach + 1`, 'reach'],
])('finds and corrects %s that a wrong parser stored', async (_, change, column) => {
  const [table = ''] = change.split(' ');
  const row = sql`ctid = (select max(ctid) from ${sql.table(table)} where account_id = ${account.id})`;
  // The changes are the constants above.
  await sql`update ${sql.raw(change)} where ${row}`.execute(app.db);

  const found = await replay();
  const corrected = await replay({ apply: true });

  expect(found.outcome).toBe('different');
  expect(found.differences.map((difference) => [difference.table, difference.column])).toContainEqual([table, column]);
  expect(corrected.differences).toEqual(found.differences);
  expect(corrected.correctedDays.length).toBeGreaterThan(0);
  expect(await replay({ apply: true })).toMatchObject({ ...equal, correctedDays: [] });
});

it('corrects missing and surplus rows', async () => {
  const { rows } = await sql<{ day: string }>`delete from account_day where account_id = ${account.id}
    and day = (select max(day) - 4 from account_day where account_id = ${account.id}) returning day`.execute(app.db);
  const day = rows[0]?.day ?? '';
  await sql`insert into account_day (account_id, day, views, complete, fetched_at, window_rule)
    select account_id, ${addDays(day, 400)}, 1, true, fetched_at, 3 from account_day
    where account_id = ${account.id} order by day desc limit 1`.execute(app.db);

  const { differences, correctedDays } = await replay({ apply: true });

  expect(differences).toHaveLength(2);
  expect(correctedDays).toEqual([day, addDays(day, 400)]);
  expect(await replay()).toMatchObject(equal);
});

it('results in the same rows after a final webhook of a story', async () => {
  const story = await app.db
    .selectFrom('media')
    .select(['media_id', 'published_at'])
    .where('account_id', '=', account.id)
    .where('product_type', '=', 'STORY')
    .orderBy('published_at', 'desc')
    .executeTakeFirstOrThrow();
  const value = { media_id: story.media_id, views: 7_120, reach: 7_100, taps_forward: 60, exits: 9, replies: 1 };
  const time = Math.floor(app.time.now().getTime() / 1000);
  const entry = [{ id: account.id, time, changes: [{ field: 'story_insights', value }] }];
  const callbackUrl = `${app.url}/api/v1/webhooks/meta`;
  await app.control('webhooks/meta', { method: 'POST', body: JSON.stringify({ callbackUrl, kind: 'event', entry }) });

  const row = await app.db
    .selectFrom('media')
    .select('reach')
    .where('media_id', '=', story.media_id)
    .executeTakeFirstOrThrow();
  expect(row.reach).toBe(7_100);
  expect(await replay()).toMatchObject({ ...equal, isComplete: true });
});

it('results in the same rows after windows that a viewer requested', async () => {
  await app.db
    .insertInto('window_request')
    .values(
      [10, 12].map((days) => ({
        account_id: account.id,
        end_day: addDays(app.time.now().toISOString().slice(0, 10), -5),
        days,
        requested_at: app.time.now(),
        fetched_at: null,
      })),
    )
    .execute();
  await app.read(account);

  const windows = await app.db.selectFrom('account_window').select('days').where('days', 'in', [10, 12]).execute();
  expect(windows).toHaveLength(2);
  expect(await replay()).toMatchObject({ ...equal, isComplete: true });
});

it('alarms operators about a wrong value until it is corrected', async () => {
  const config = { answerRetentionDays: 90 };
  const connectors = { instagram_account: createInstagramReplayer({ dayZone: 'America/Los_Angeles' }) };
  const run = () => runWork(replayWork, { db: app.db, clock: app.time.clock, connectors, config });
  const countFailing = async () => (await replayedAccounts.backlog.count(app.db, app.time.now())).retrying;
  expect([await run(), await countFailing()]).toEqual([[], 0]);

  await sql`update account_day set likes = likes + 1 where account_id = ${account.id}`.execute(app.db);
  await sql`update sync_state set replay_at = ${app.time.now()}`.execute(app.db);
  expect(await run()).toEqual([expect.stringContaining(`Account ${account.id} differs from its stored answers`)]);
  expect(await countFailing()).toBe(1);

  await replay({ apply: true });
  expect([await run(), await countFailing()]).toEqual([[], 0]);
});

it('shows corrected days in the sync status and in the audit log', async () => {
  const { day } = await app.db
    .updateTable('account_day')
    .set({ saves: 123_456 })
    .where('account_id', '=', account.id)
    .where('day', '=', ({ selectFrom }) => selectFrom('account_day').select(({ fn }) => fn.max('day').as('day')))
    .returning('day')
    .executeTakeFirstOrThrow();

  await replay({ apply: true });

  const client = await app.as('ines@sandbox.test');
  const { syncStatus } = await client.call(getSyncStatus, { params: { id: account.id } });
  const corrected = syncStatus.gaps.filter(({ kind, to }) => kind === 'corrected' && to > `${addDays(day, 1)}T00:00`);
  expect(corrected.map(({ reason }) => reason)).toContain(app.time.now().toISOString());
  const entry = await app.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'account.corrected')
    .orderBy('entry_id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ target: account.id, outcome: 'ok' });
});

it('corrects nothing while the account is being synced', async () => {
  await sql`update sync_state set lease_owner = 'other', lease_until = now() + interval '1 day'
    where account_id = ${account.id}`.execute(app.db);

  const report = await replay({ apply: true });
  await sql`update sync_state set lease_owner = null, lease_until = null`.execute(app.db);

  expect(report.outcome).toBe('busy');
});

it('leaves everything as it was when it is killed half-way', async () => {
  await sql`update account_day set shares = shares + 1 where account_id = ${account.id}`.execute(app.db);
  const before = await replay();
  await app.db.transaction().execute(async (transaction) => {
    await sql`select from account where account_id = ${account.id} for update`.execute(transaction);
    const failed = expect(replay({ apply: true })).rejects.toThrow();
    await until(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
      return rows.length > 0;
    });
    await failed;
  });

  expect(await replay()).toEqual(before);
  expect((await replay({ apply: true })).correctedDays.length).toBeGreaterThan(0);
  expect(await replay()).toMatchObject(equal);
});
