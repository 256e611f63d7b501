import { watchStatements } from './bare-statements.ts';
import { fleetDays, lengths, measureFleets, openFleet, shown, toKey, widths, type Fleet } from './fleet.ts';
import { count, milliseconds, printTable, ratio } from './report.ts';
import { weighAims, type Measured } from './scale-aims.ts';
import { toCalls } from './scale-calls.ts';

const sizes = (process.env['BENCH_ACCOUNTS'] ?? '50,2000').split(',').map(Number);

watchStatements();

const fleets: Fleet[] = [];
try {
  for (const accounts of sizes) fleets.push(await openFleet(accounts, { databaseUrl: process.env['DATABASE_URL'] }));
  await measureFleets(fleets);
  for (const fleet of fleets) print(fleet);
  await printAims();
} finally {
  for (const fleet of fleets) await fleet.close();
}
process.exit(0);

/** Prints the targets that the run's largest fleet meets. */
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
