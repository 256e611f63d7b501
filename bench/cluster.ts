// Every analytics call on one server and on Citus clusters with the same data, side by side.
import { CompiledQuery } from 'kysely';
import { watchStatements, type Statement } from './bare-statements.ts';
import { fleetDays, lengths, measureFleets, openFleet, shown, toKey, widths, type Fleet } from './fleet.ts';
import { count, milliseconds, printTable, printText, ratio } from './report.ts';
import { toCalls } from './scale-calls.ts';

const accounts = Number(process.env['BENCH_ACCOUNTS'] ?? 2000);
/** Shards of a table, and cached connections to each worker. */
const variants = (process.env['BENCH_CLUSTERS'] ?? '8/1,8/8').split(',').map((variant) => {
  const [shards = 8, cachedConnections = 1] = variant.split('/').map(Number);
  return { shards, cachedConnections };
});
const widest = { accounts: 50, days: 365 };
const explained = 5;

const databaseUrl = process.env['DATABASE_URL'];
const coordinatorUrl = process.env['TEST_CITUS_URL'];
if (!databaseUrl || !coordinatorUrl) {
  console.error('Set DATABASE_URL to a PostgreSQL server, and TEST_CITUS_URL to the coordinator of a cluster.');
  process.exit(64);
}

watchStatements();

const fleets: Fleet[] = [];
try {
  const common = { isMigrated: true, hasColumnStore: false };
  const single = await openFleet(accounts, { ...common, name: 'one server', databaseUrl });
  fleets.push(single);
  for (const cluster of variants) {
    const name = `${cluster.shards} shards, ${cluster.cachedConnections} cached`;
    fleets.push(await openFleet(accounts, { ...common, name, databaseUrl: coordinatorUrl, cluster }));
  }
  const clusters = fleets.slice(1);
  await measureFleets(fleets);
  for (const cluster of clusters) print(single, cluster);
  for (const cluster of clusters.slice(0, 1)) await explainSlowest(cluster);
} finally {
  for (const fleet of fleets) await fleet.close();
}
process.exit(0);

function print(single: Fleet, cluster: Fleet): void {
  const seconds = fleets.map(({ name, filled }) => `${name} in ${count(filled.seconds)} s`).join('; ');
  printTable(
    `cluster: ${count(accounts)} accounts × ${fleetDays} days, filled: ${seconds}. p50 through HTTP of ${cluster.name}, and how many times that of one server; targets × 1.5 for 1 account, × 2 for 50 × 365`,
    ['', ...widths.flatMap((width) => lengths.map((days) => `${width} × ${days}`))],
    toCalls().map(([call]) => [
      call,
      ...widths.flatMap((width) =>
        lengths.map((days) => {
          const [mine, other] = [cluster, single].map(({ cells }) => cells.get(toKey(call, width, days))?.p50);
          return mine && other ? `${milliseconds(mine)}, ${ratio(mine, other)}` : '';
        }),
      ),
    ]),
  );
  printTable(
    `cluster: how many of ${toCalls().length} calls meet the targets with ${cluster.name}`,
    shown.map(([width, days]) => `${width} × ${days}`),
    [
      shown.map(([width, days]) => {
        const limit = width === 1 ? 1.5 : 2;
        const met = toCalls().filter(([call]) => {
          const [mine, other] = [cluster, single].map(({ cells }) => cells.get(toKey(call, width, days))?.p50);
          return mine !== undefined && other !== undefined && mine <= limit * other;
        });
        return `${met.length} (≤ × ${limit})`;
      }),
    ],
  );
}

/** Where the statements of the slowest calls spend their time. */
async function explainSlowest(cluster: Fleet): Promise<void> {
  const shape = { accountIds: cluster.filled.accountIds.slice(0, widest.accounts), days: widest.days };
  const toTime = (call: string) => cluster.cells.get(toKey(call, widest.accounts, widest.days))?.p50 ?? 0;
  const slowest = toCalls().toSorted(([one], [other]) => toTime(other) - toTime(one));
  for (const [call, toAsked] of slowest.slice(0, explained)) {
    const { statements } = await cluster.prepare(call, toAsked(shape), shape);
    const plans: { time: number; text: string }[] = [];
    for (const statement of statements.flat())
      if (/^\s*(?:select|with)\b/i.test(statement.sql)) plans.push(await explain(cluster, statement));
    const [longest] = plans.toSorted((one, other) => other.time - one.time);
    if (longest) printText(`explain (analyze, verbose) of the longest statement of ${call}`, longest.text);
  }
}

async function explain({ db }: Fleet, { sql, parameters }: Statement): Promise<{ time: number; text: string }> {
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain (analyze, verbose) ${sql}`, parameters),
  );
  const lines = rows.flatMap((row) => Object.values(row));
  const time = Number(/Execution Time: ([\d.]+)/.exec(lines.join('\n'))?.[1] ?? 0);
  return { time, text: ['```', ...lines, '```'].join('\n') };
}
