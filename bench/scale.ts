import { Pool } from 'undici';
import { recordStatements, runBare, watchStatements } from './bare-statements.ts';
import { columnStatements, openColumnStore } from './column-store.ts';
import { fill, type Filled } from './fill.ts';
import { count, milliseconds, percentile, printTable, ratio, timed } from './report.ts';
import { toCalls, type Asked, type Shape } from './scale-calls.ts';
import { startParts } from './start-parts.ts';

const sizes = (process.env['BENCH_ACCOUNTS'] ?? '200,2000').split(',').map(Number);
const fleetDays = 365;
const postsEach = 100;
const linked = 50;
const passes = 2;
const fewestRounds = 5;
const millisEach = Number(process.env['BENCH_MILLISECONDS'] ?? 100);
const widths = [1, 10, 50];
const lengths = [7, 90, 365];
// The aims: 10 accounts × 90 days in 30 ms, 50 × 365 in 120 ms.
const shown = [
  [1, 7],
  [10, 90],
  [50, 365],
] as const;

interface Cell {
  p50: number;
  p95: number;
  bare: number;
  columns: number | null;
}

type Cells = Map<string, Cell>;
const keyOf = (call: string, accounts: number, days: number) => `${call} ${accounts} × ${days}`;

watchStatements();

async function repeat(step: () => Promise<unknown>): Promise<number[]> {
  await step();
  const times: number[] = [];
  for (const end = performance.now() + millisEach; performance.now() < end || times.length < fewestRounds;)
    times.push(await timed(step));
  return times;
}

interface Fleet {
  accounts: number;
  filled: Filled;
  cells: Cells;
  measure(call: string, asked: Asked, shape: Shape): Promise<Cell>;
  close(): Promise<void>;
}

/** A fleet of its own, with the whole program in front of it. */
async function openFleet(accounts: number): Promise<Fleet> {
  const app = await startParts({ work: false, databaseUrl: process.env['DATABASE_URL'] });
  const pool = new Pool(app.url, { connections: 1 });
  const client = await app.as('olu@sandbox.test');
  const { user } = await client.load();
  const extent = { accounts, days: fleetDays, postsEach, audienceDays: 90 };
  const filled = await fill(app.address, user._id, { ...extent, linked });
  const columnStore = await openColumnStore(app.address);
  const ask = async ({ method, path, body }: Asked) => {
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
    const answer = await pool.request({ method, path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  };
  return {
    accounts,
    filled,
    cells: new Map(),
    async measure(call, asked, shape) {
      const statements = await recordStatements(() => ask(asked));
      const times = await repeat(() => ask(asked));
      const bare = await repeat(() => runBare(app.db, statements));
      const sums = columnStatements[call]?.(shape);
      const columns = sums && (await repeat(() => Promise.all(sums.map((sql) => columnStore.read(sql)))));
      return {
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        bare: percentile(bare, 0.5),
        columns: columns ? percentile(columns, 0.5) : null,
      };
    },
    async close() {
      await columnStore.close();
      await pool.destroy();
      await app.close();
    },
  };
}

/** A neighbour makes it slower, nobody makes it quicker. */
function better(one: Cell | undefined, other: Cell): Cell {
  if (!one) return other;
  return {
    p50: Math.min(one.p50, other.p50),
    p95: Math.min(one.p95, other.p95),
    bare: Math.min(one.bare, other.bare),
    columns: one.columns === null || other.columns === null ? null : Math.min(one.columns, other.columns),
  };
}

const fleets: Fleet[] = [];
try {
  for (const accounts of sizes) fleets.push(await openFleet(accounts));
  for (let pass = 0; pass < passes; pass += 1)
    for (const [call, toAsked] of toCalls())
      for (const width of widths)
        for (const days of lengths)
          for (const { filled, cells, measure } of fleets) {
            const shape: Shape = { accountIds: filled.accountIds.slice(0, width), days };
            const key = keyOf(call, width, days);
            cells.set(key, better(cells.get(key), await measure(call, toAsked(shape), shape)));
          }
  for (const fleet of fleets) print(fleet);
} finally {
  for (const fleet of fleets) await fleet.close();
}
process.exit(0);

function print({ accounts, filled: { rows, seconds }, cells }: Fleet): void {
  const what = `${count(accounts)} accounts × ${fleetDays} days on ${process.env['DATABASE_URL'] ? 'PostgreSQL' : 'the built-in database'}`;
  const smallest = fleets[0]?.accounts === accounts ? null : fleets[0]?.cells;
  const tables = Object.entries(rows).map(([table, many]) => `${count(many)} ${table}`);
  const names = toCalls().map(([name]) => name);
  printTable(
    `scale: ${what}, p95 through HTTP in ms by accounts × days; ${tables.join(', ')}, filled in ${count(seconds)} s`,
    ['', ...widths.flatMap((width) => lengths.map((days) => `${width} × ${days}`))],
    names.map((name) => [
      name,
      ...widths.flatMap((width) => lengths.map((days) => cells.get(keyOf(name, width, days))?.p95.toFixed(1) ?? '')),
    ]),
  );
  printTable(
    `scale: ${what}, p50 beside the same statements bare, the column store, and the smallest fleet of this run`,
    ['', ...shown.flatMap(([width, days]) => [`${width} × ${days}`, 'bare', 'columns', 'growth'])],
    names.map((name) => [
      name,
      ...shown.flatMap(([width, days]) => {
        const key = keyOf(name, width, days);
        const cell = cells.get(key);
        const before = smallest?.get(key);
        if (!cell) return ['', '', '', ''];
        return [
          milliseconds(cell.p50),
          ratio(cell.p50, cell.bare),
          cell.columns === null ? '' : ratio(cell.p50, cell.columns),
          before ? ratio(cell.p50, before.p50) : '',
        ];
      }),
    ]),
  );
}
