// The first sync of many accounts at once, then a day of them: rows, processor time, bytes, and how the API does meanwhile.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { accountTables } from '../apps/server/src/database/distribute.ts';
import { createTestClock, passTime, untilQuiet } from '../apps/server/test/passing-time.ts';
import { overviewRequests } from './overview-requests.ts';
import { count, milliseconds, percentile, printTable } from './report.ts';
import { connect, givePlan } from './sandbox-people.ts';
import type { Answered, StagedLoad } from './staged-load.ts';
import { startParts, type Parts } from './start-parts.ts';

const email = 'ines@sandbox.test';
const accounts = Number(process.env['BENCH_ACCOUNTS'] ?? 100);
const days = Number(process.env['BENCH_DAYS'] ?? 90);
const distance = 20;
const readsPerSecond = 10;

interface Totals {
  requests: number;
  calls: number;
}

/** The crowd's accounts are linked as if a person had done it one by one, and due from now on. */
async function linkAll(app: Parts, userId: string, now: Date): Promise<string[]> {
  const { people } = await app.control<{
    people: { email: string; accounts: { id: string; key: string; username: string }[] }[];
  }>('world');
  const own = people.find((person) => person.email === email)?.accounts ?? [];
  const crowd = own.filter(({ key }) => key.startsWith('crowd-'));
  const ids = sql`unnest(${sql.val(crowd.map(({ id }) => id))}::text[], ${sql.val(crowd.map(({ username }) => username))}::text[])
    as made (account_id, username)`;
  await sql`insert into account (account_id, type, username, activated_at)
    select account_id, 'instagram_account', username, now() from ${ids}`.execute(app.db);
  await sql`insert into account_ref (user_id, account_id, type)
    select ${userId}::uuid, account_id, 'instagram_account' from ${ids}`.execute(app.db);
  await sql`insert into sync_state (account_id, next_sync_at) select account_id, ${now} from ${ids}`.execute(app.db);
  return crowd.map(({ id }) => id);
}

async function countRows(app: Parts): Promise<Record<string, { rows: number; bytes: number }>> {
  const found: Record<string, { rows: number; bytes: number }> = {};
  for (const table of accountTables) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(app.db);
    const { rows } = await sql<{ rows: number; bytes: number }>`
      select count(*) as rows, pg_total_relation_size(${table}::regclass) as bytes from ${sql.table(table)}`.execute(
      app.db,
    );
    found[table] = rows[0] ?? { rows: 0, bytes: 0 };
  }
  return found;
}

const secondsSince = (start: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};

async function untilInitialized(app: Parts): Promise<void> {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(100)) {
    const row = await app.db
      .selectFrom('sync_state')
      .select('account_id')
      .where('initialized_at', 'is', null)
      .executeTakeFirst();
    if (!row) return;
  }
  throw new Error('The first syncs took more than ten minutes');
}

async function measure(what: string, databaseUrl?: string): Promise<void> {
  const time = createTestClock();
  const app = await startParts({
    work: true,
    databaseUrl,
    crowd: { owner: 'ines', accounts, days },
    clock: time.clock,
    lookEverySeconds: 0.2,
  });
  try {
    const client = await app.as(email);
    await givePlan(app, client, 'agency');
    await connect(app, client, email);
    const { user } = await client.load();
    await app.control('faults', { method: 'POST', body: { rules: [{ fault: 'slow', params: { millis: distance } }] } });
    await app.control('ledger', { method: 'DELETE' });

    const cpu = process.cpuUsage();
    const began = performance.now();
    const ids = await linkAll(app, user._id, time.now());
    const load: StagedLoad = {
      url: app.url,
      token: client.token,
      asked: overviewRequests(ids),
      stages: [{ perSecond: readsPerSecond, seconds: 10 }],
      connections: 20,
    };
    const reading = once(new Worker(new URL('staged-load.ts', import.meta.url), { workerData: load }), 'message');
    await untilInitialized(app);
    const took = (performance.now() - began) / 1000;
    const cpuFirst = secondsSince(cpu);
    const [answers] = (await reading) as [Answered[]]; // what staged-load.ts posts
    const ledger = async () => (await app.control<{ totals: Totals }>('ledger')).totals;
    const first = await ledger();
    const stored = await countRows(app);
    const rows = Object.values(stored).reduce((sum, table) => sum + table.rows, 0);

    await untilQuiet(app, time);
    await app.control('faults', { method: 'DELETE' });
    await app.control('ledger', { method: 'DELETE' });
    const before = await readVersions(app);
    const cpuBefore = process.cpuUsage();
    for (let hour = 0; hour < 24; hour += 1) await passHour(app, time);
    const cpuDay = secondsSince(cpuBefore);
    const day = await ledger();
    const commits = (await readVersions(app)) - before;

    const each = (value: number) => (value / ids.length).toFixed(value / ids.length < 10 ? 2 : 0);
    const p95 = percentile(
      answers.filter(({ status }) => status === 200).map(({ millis }) => millis),
      0.95,
    );
    printTable(
      `backfill on ${what}: ${ids.length} accounts × ${days} days with Meta ${distance} ms away, in one process; wanted: 5,000 rows a second, p95 300 ms. Then a day of them`,
      ['', 'first sync', 'a day'],
      [
        ['seconds for all', took.toFixed(1), 'moved by hand'],
        ['rows stored a second', count(rows / took), ''],
        ['rows an account', each(rows), ''],
        ['processor seconds an account', each(cpuFirst), each(cpuDay)],
        ['HTTP requests to the Graph API an account', each(first.requests), each(day.requests)],
        ['calls that Meta counts an account', each(first.calls), each(day.calls)],
        ['commits with new rows an account', '', each(commits)],
        ['accounts a processor keeps fresh', '', count((86_400 * ids.length) / cpuDay)],
        ['API meanwhile, p95', milliseconds(p95), ''],
      ],
    );
    printTable(
      `bytes on ${what}, indexes included, after the first sync`,
      ['', 'rows', 'bytes a row', 'bytes an account'],
      Object.entries(stored).map(([table, { rows: some, bytes }]) => [
        table,
        count(some),
        some === 0 ? '' : count(bytes / some),
        count(bytes / ids.length),
      ]),
    );
  } finally {
    await app.close();
  }
}

async function passHour(app: Parts, time: ReturnType<typeof createTestClock>): Promise<void> {
  await app.control('clock', { method: 'POST', body: { advanceSeconds: 3600 } });
  await passTime(app, time, new Date(time.now().getTime() + 3_600_000));
}

async function readVersions(app: Parts): Promise<number> {
  const { sum } = await app.db
    .selectFrom('account')
    .select(({ fn }) => fn.sum<number>('data_version').as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum);
}

await measure('the built-in database');
if (process.env['DATABASE_URL']) await measure('PostgreSQL', process.env['DATABASE_URL']);
process.exit(0);
