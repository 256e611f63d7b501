// First syncs for many accounts at once, then a day of syncs: rows, CPU time, bytes, and the API's performance
// meanwhile.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { accountTables } from '../apps/server/src/database/distribute.ts';
import { createTestClock, untilQuiet, type TestClock } from '../apps/server/test/passing-time.ts';
import { overviewRequests } from './overview-requests.ts';
import { count, milliseconds, percentile, printTable } from './report.ts';
import { connect, givePlan } from './sandbox-people.ts';
import type { ResponseInfo, StagedLoad } from './staged-load.ts';
import { startParts, type ClusterOptions, type Parts } from './start-parts.ts';

const email = 'ines@sandbox.test';
const accounts = Number(process.env['BENCH_ACCOUNTS'] ?? 100);
const days = Number(process.env['BENCH_DAYS'] ?? 90);
const distance = 20;
const readsPerSecond = 10;
const patience = 300_000;

interface Totals {
  requests: number;
  calls: number;
}

/** Links the generated accounts as if one by one by a person; all are due immediately. */
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

async function countRows(app: Parts, isCluster: boolean): Promise<Record<string, { rows: number; bytes: number }>> {
  const toSize = isCluster ? sql`citus_total_relation_size` : sql`pg_total_relation_size`;
  const found: Record<string, { rows: number; bytes: number }> = {};
  for (const table of accountTables) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(app.db);
    const { rows } = await sql<{ rows: number; bytes: number }>`
      select count(*) as rows, ${toSize}(${table}::regclass) as bytes from ${sql.table(table)}`.execute(app.db);
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

async function measure(what: string, databaseUrl?: string, cluster: ClusterOptions | null = null): Promise<void> {
  const time = createTestClock();
  const app = await startParts({
    work: true,
    databaseUrl,
    cluster,
    crowd: { owner: 'ines', accounts, days },
    clock: time.clock,
    pollIntervalSeconds: 0.2,
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
    const [answers] = (await reading) as [ResponseInfo[]]; // sent by staged-load.ts
    const first = await readLedger(app);
    const stored = await countRows(app, cluster !== null);
    const rows = Object.values(stored).reduce((sum, table) => sum + table.rows, 0);

    const each = (value: number) => (value / ids.length).toFixed(value / ids.length < 10 ? 2 : 0);
    const p95 = percentile(
      answers.filter(({ status }) => status === 200).map(({ millis }) => millis),
      0.95,
    );
    printTable(
      `backfill on ${what}: ${ids.length} accounts × ${days} days with Meta ${distance} ms away, in one process; wanted: 5,000 rows a second, p95 300 ms`,
      ['', 'all', 'an account'],
      [
        ['seconds', took.toFixed(1), ''],
        ['first syncs a minute', count((60 * ids.length) / took), ''],
        ['rows stored', count(rows), each(rows)],
        ['rows a second', count(rows / took), ''],
        ['processor seconds, with 10 requests a second beside', cpuFirst.toFixed(1), each(cpuFirst)],
        ['rows a processor second', count(rows / cpuFirst), ''],
        ['HTTP requests to the Graph API', count(first.requests), each(first.requests)],
        ['calls that Meta counts', count(first.calls), each(first.calls)],
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
    await measureDay(app, time, ids.length, what);
  } finally {
    await app.close();
  }
}

/** Measures a day after the first syncs, without viewers: every six hours all accounts are due at once. */
async function measureDay(app: Parts, time: TestClock, accountCount: number, what: string): Promise<void> {
  await untilQuiet(app, time, patience);
  await app.control('faults', { method: 'DELETE' });
  await app.control('ledger', { method: 'DELETE' });
  const before = await readVersions(app);
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  for (let hour = 0; hour < 24; hour += 6) {
    await app.control('clock', { method: 'POST', body: { advanceSeconds: 6 * 3600 } });
    time.moveTo(new Date(time.now().getTime() + 6 * 3_600_000));
    await app.db.updateTable('sync_state').set({ next_sync_at: time.now() }).execute();
    await untilQuiet(app, time, patience);
  }
  const took = (performance.now() - began) / 1000;
  const cpu = secondsSince(cpuBefore);
  const { requests, calls } = await readLedger(app);
  const commits = (await readVersions(app)) - before;
  const each = (value: number) => (value / accountCount).toFixed(2);
  printTable(
    `a day on ${what}: ${accountCount} accounts that were read before, nobody looking, all due every six hours`,
    ['', 'all', 'an account'],
    [
      ['seconds', took.toFixed(1), ''],
      ['processor seconds', cpu.toFixed(1), each(cpu)],
      ['HTTP requests to the Graph API', count(requests), each(requests)],
      ['calls that Meta counts', count(calls), each(calls)],
      ['commits with new rows', count(commits), each(commits)],
      ['accounts that a processor keeps fresh', count((86_400 * accountCount) / cpu), ''],
    ],
  );
}

async function readLedger(app: Parts): Promise<Totals> {
  return (await app.control<{ totals: Totals }>('ledger')).totals;
}

async function readVersions(app: Parts): Promise<number> {
  const { sum } = await app.db
    .selectFrom('account')
    .select(({ fn }) => fn.sum<number>('data_version').as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum);
}

const { DATABASE_URL: server, TEST_CITUS_URL: coordinator } = process.env;
await measure('the built-in database');
if (server) await measure('PostgreSQL', server);
if (coordinator) await measure('a Citus cluster', coordinator, { shards: 8, cachedConnections: 8 });
process.exit(0);
