import { Pool } from 'undici';
import { recordStatements, runBare, watchStatements } from './bare-statements.ts';
import { columnStatements, openColumnStore } from './column-store.ts';
import { fill, type Filled } from './fill.ts';
import { count, milliseconds, percentile, printTable, ratio, timed } from './report.ts';
import { weighAims, type Cell, type Measured } from './scale-aims.ts';
import { toCalls, type Asked, type Shape } from './scale-calls.ts';
import { startParts } from './start-parts.ts';

const sizes = (process.env['BENCH_ACCOUNTS'] ?? '50,2000').split(',').map(Number);
const fleetDays = 365;
const postsEach = 100;
const linked = 50;
const passes = 2;
// For each cell with a target; 0.4 of it for the others.
const minRounds = 6;
const millisEach = Number(process.env['BENCH_MILLISECONDS'] ?? 400);
const widths = [1, 10, 50];
const lengths = [7, 90, 365];
const shown = [
  [1, 7],
  [10, 90],
  [50, 365],
] as const;

type Cells = Map<string, Cell>;
const toKey = (call: string, accounts: number, days: number) => `${call} ${accounts} × ${days}`;

watchStatements();

interface Fleet {
  accounts: number;
  filled: Filled;
  cells: Cells;
  /** Alternative ways to compute the same response. */
  prepare(call: string, asked: Asked, shape: Shape): Promise<Ways>;
  /** The time of a response that needs no data, no token and no database. */
  timeNothing(): Promise<number>;
  close(): Promise<void>;
}

interface Ways {
  http(): Promise<unknown>;
  bare(): Promise<unknown>;
  columns?: () => Promise<unknown>;
}

/** A separate fleet, behind the complete program. */
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
    async prepare(call, asked, shape) {
      const statements = await recordStatements(() => ask(asked));
      const sums = columnStatements[call]?.(shape);
      return {
        http: () => ask(asked),
        bare: () => runBare(app.db, statements),
        ...(sums && { columns: () => Promise.all(sums.map((sql) => columnStore.read(sql))) }),
      };
    },
    async timeNothing() {
      const nothing = { method: 'GET', path: '/api/v1/health' } as const;
      const times: number[] = [];
      for (let round = 0; round < 200; round += 1) times.push(await timed(() => ask(nothing)));
      return percentile(times, 0.5);
    },
    async close() {
      await columnStore.close();
      await pool.destroy();
      await app.close();
    },
  };
}

/** The faster of two runs: other load on the machine can only slow one down. */
function better(one: Cell | undefined, other: Cell): Cell {
  if (!one) return other;
  return {
    p50: Math.min(one.p50, other.p50),
    p95: Math.min(one.p95, other.p95),
    bare: Math.min(one.bare, other.bare),
    columns: one.columns === null || other.columns === null ? null : Math.min(one.columns, other.columns),
  };
}

/** All ways over all fleets in turn, so that a noisy neighbour affects each of them alike. */
async function measure(ways: readonly Ways[], { share }: { share: number }): Promise<Cell[]> {
  const steps = ways.flatMap(({ http, bare, columns }) => [http, bare, columns]);
  const times: number[][] = steps.map(() => []);
  for (const step of steps) await step?.();
  const end = performance.now() + (share * millisEach) / passes;
  for (let round = 0; round < share * minRounds || performance.now() < end; round += 1)
    for (const [index, step] of steps.entries()) if (step) times[index]?.push(await timed(step));
  return ways.map((_, index) => {
    const [http = [], bare = [], columns = []] = times.slice(3 * index);
    return {
      p50: percentile(http, 0.5),
      p95: percentile(http, 0.95),
      bare: percentile(bare, 0.5),
      columns: columns.length > 0 ? percentile(columns, 0.5) : null,
    };
  });
}

const fleets: Fleet[] = [];
try {
  for (const accounts of sizes) fleets.push(await openFleet(accounts));
  for (let pass = 0; pass < passes; pass += 1)
    for (const [call, toAsked] of toCalls())
      for (const width of widths)
        for (const days of lengths) {
          const ways: Ways[] = [];
          for (const { filled, prepare } of fleets) {
            const shape: Shape = { accountIds: filled.accountIds.slice(0, width), days };
            ways.push(await prepare(call, toAsked(shape), shape));
          }
          const isShown = shown.some(([accounts, long]) => accounts === width && long === days);
          const measured = await measure(ways, { share: isShown ? 1 : 0.4 });
          const key = toKey(call, width, days);
          for (const [index, { cells }] of fleets.entries()) {
            const cell = measured[index];
            if (cell) cells.set(key, better(cells.get(key), cell));
          }
        }
  for (const fleet of fleets) print(fleet);
  await printAims();
} finally {
  for (const fleet of fleets) await fleet.close();
}
process.exit(0);

/** The targets that the largest fleet of the run meets. */
async function printAims(): Promise<void> {
  const [smallest] = fleets;
  const largest = fleets.at(-1);
  if (!smallest || !largest) return;
  const measured = ({ accounts, cells }: Fleet): Measured => ({
    accounts,
    toCell: (name, [width, days]) => cells.get(toKey(name, width, days)),
  });
  const { columns, rows } = weighAims({
    names: toCalls().map(([name]) => name),
    shapes: shown,
    largest: measured(largest),
    ...(smallest !== largest && { smallest: measured(smallest) }),
  });
  printTable(
    `scale: aims over ${count(largest.accounts)} accounts, and how much more is taken where they are missed; an answer of nothing (/health) takes ${milliseconds(await largest.timeNothing())}`,
    columns,
    rows,
  );
}

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
      ...widths.flatMap((width) => lengths.map((days) => cells.get(toKey(name, width, days))?.p95.toFixed(1) ?? '')),
    ]),
  );
  printTable(
    `scale: ${what}, p50 beside the same statements bare, the column store, and the smallest fleet of this run`,
    ['', ...shown.flatMap(([width, days]) => [`${width} × ${days}`, 'bare', 'columns', 'growth'])],
    names.map((name) => [
      name,
      ...shown.flatMap(([width, days]) => {
        const key = toKey(name, width, days);
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
