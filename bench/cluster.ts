// Every analytics call on one server and on Citus clusters with the same data, side by side.
import { CompiledQuery } from 'kysely';
import { watchStatements, type Statement } from './bare-statements.ts';
import { fleetDays, lengths, measureFleets, openFleet, shown, toKey, widths, type Fleet } from './fleet.ts';
import { count, milliseconds, printTable, printText, ratio } from './report.ts';
import { toCalls } from './scale-calls.ts';
import type { ClusterOptions } from './start-parts.ts';

/** Several sizes also show how much longer the largest takes than the smallest. */
const sizes = (process.env['BENCH_ACCOUNTS'] ?? '2000').split(',').map(Number);
/** Shards per table, and cached connections to each worker. */
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

interface Compared {
  single: Fleet;
  clusters: Fleet[];
}

const opened: Fleet[] = [];
try {
  const compared: Compared[] = [];
  for (const accounts of sizes) compared.push(await openCompared(accounts));
  await measureFleets(opened);
  const [smallest, largest] = [compared[0], compared.at(-1)];
  for (const { single, clusters } of compared) for (const cluster of clusters) print(single, cluster);
  if (smallest && largest && smallest !== largest) printGrowth(smallest, largest);
  const [cluster] = largest?.clusters ?? [];
  if (cluster) await explainSlowest(cluster);
} finally {
  for (const fleet of opened) await fleet.close();
}
process.exit(0);

async function openCompared(accounts: number): Promise<Compared> {
  const open = async (name: string, url: string | undefined, cluster: ClusterOptions | null) => {
    const options = { isMigrated: true, isSparse: sizes.length > 1, hasColumnStore: false };
    const fleet = await openFleet(accounts, { ...options, name, databaseUrl: url, cluster });
    opened.push(fleet);
    return fleet;
  };
  const single = await open('one server', databaseUrl, null);
  const clusters: Fleet[] = [];
  for (const cluster of variants)
    clusters.push(await open(`${cluster.shards} shards, ${cluster.cachedConnections} cached`, coordinatorUrl, cluster));
  return { single, clusters };
}

function getP50({ cells }: Fleet, call: string, [width, days]: readonly [number, number]): number {
  return cells.get(toKey(call, width, days))?.p50 ?? NaN;
}

function print(single: Fleet, cluster: Fleet): void {
  const seconds = [single, cluster].map(({ name, filled }) => `${name} in ${count(filled.seconds)} s`).join('; ');
  const shapes = widths.flatMap((width) => lengths.map((days) => [width, days] as const));
  printTable(
    `cluster: ${count(cluster.accounts)} accounts × ${fleetDays} days, filled: ${seconds}. p50 through HTTP of ${cluster.name}, and how many times that of one server; targets × 1.5 for 1 account, × 2 for 50 × 365`,
    ['', ...shapes.map(([width, days]) => `${width} × ${days}`)],
    toCalls().map(([call]) => [
      call,
      ...shapes.map((shape) => {
        const [mine, other] = [getP50(cluster, call, shape), getP50(single, call, shape)];
        return `${milliseconds(mine)}, ${ratio(mine, other)}`;
      }),
    ]),
  );
  printTable(
    `cluster: how many of ${toCalls().length} calls meet the targets with ${cluster.name}`,
    shown.map(([width, days]) => `${width} × ${days}`),
    [
      shown.map((shape) => {
        const limit = shape[0] === 1 ? 1.5 : 2;
        const met = toCalls().filter(([call]) => getP50(cluster, call, shape) <= limit * getP50(single, call, shape));
        return `${met.length} (≤ × ${limit})`;
      }),
    ],
  );
}

function printGrowth(smallest: Compared, largest: Compared): void {
  const [before, after] = [smallest, largest].map(({ single, clusters }) => [single, ...clusters]);
  printTable(
    `cluster: p50 with ${count(largest.single.accounts)} accounts divided by that with ${count(smallest.single.accounts)}; target × 1.2`,
    ['', ...shown.flatMap(([width, days]) => (after ?? []).map(({ name }) => `${width} × ${days}, ${name}`))],
    toCalls().map(([call]) => [
      call,
      ...shown.flatMap((shape) =>
        (after ?? []).map((fleet, index) => {
          const other = before?.[index];
          return other ? ratio(getP50(fleet, call, shape), getP50(other, call, shape)) : '';
        }),
      ),
    ]),
  );
}

/** Explains where the slowest calls' statements spend their time. */
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
