import { Pool } from 'undici';
import { recordStatements, runBare, type Statement } from './bare-statements.ts';
import { columnStatements, openColumnStore } from './column-store.ts';
import { fill, type Filled } from './fill.ts';
import { percentile, timed } from './report.ts';
import type { Cell } from './scale-aims.ts';
import { toCalls, type Asked, type Shape } from './scale-calls.ts';
import { startParts } from './start-parts.ts';

export const fleetDays = 365;
const postsEach = 100;
const linked = 50;
const passes = 2;
// Minimum for each cell with a target; the others get 0.4 times as many.
const minRounds = 6;
const millisEach = Number(process.env['BENCH_MILLISECONDS'] ?? 400);

export const widths = [1, 10, 50];
export const lengths = [7, 90, 365];
/** Accounts and days for the cells with a target. */
export const shown = [
  [1, 7],
  [10, 90],
  [50, 365],
] as const;

export type Cells = Map<string, Cell>;
export const toKey = (call: string, accounts: number, days: number) => `${call} ${accounts} × ${days}`;

export interface Fleet {
  accounts: number;
  filled: Filled;
  cells: Cells;
  /** Prepares alternative ways to compute the same response. */
  prepare(call: string, asked: Asked, shape: Shape): Promise<Ways>;
  /** Times a response that needs no data, no token and no database. */
  timeNothing(): Promise<number>;
  close(): Promise<void>;
}

export interface Ways {
  statements: Statement[][];
  http(): Promise<unknown>;
  bare(): Promise<unknown>;
  columns?: () => Promise<unknown>;
}

/** Opens a separate fleet, behind the complete program. */
export async function openFleet(
  accounts: number,
  { databaseUrl }: { databaseUrl: string | undefined },
): Promise<Fleet> {
  const app = await startParts({ work: false, databaseUrl });
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
        statements,
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

/** Returns the faster run: other load on the machine can only slow one down. */
function better(one: Cell | undefined, other: Cell): Cell {
  if (!one) return other;
  return {
    p50: Math.min(one.p50, other.p50),
    p95: Math.min(one.p95, other.p95),
    bare: Math.min(one.bare, other.bare),
    columns: one.columns === null || other.columns === null ? null : Math.min(one.columns, other.columns),
  };
}

/** Measures all ways over all fleets in turn, so that a noisy neighbour affects them alike. */
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

/** Measures every call on every fleet; the results are in their `cells`. */
export async function measureFleets(fleets: readonly Fleet[]): Promise<void> {
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
}
