import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { newPlaces, removePlaces, startTidemark, type Places } from '../apps/server/test/program/tidemark-process.ts';
import { median, milliseconds, printTable, ratio, timed, within } from './report.ts';

const run = promisify(execFile);
const rounds = 3;
// Same as with `npm start`.
const compileCache = path.resolve(import.meta.dirname, '../node_modules/.cache/compile');

async function startOnce(places: Places): Promise<number> {
  const started = performance.now();
  const tidemark = await within(120, 'A start', startTidemark(places, { NODE_COMPILE_CACHE: compileCache }));
  const took = performance.now() - started;
  await within(40, 'Stopping', tidemark.stop());
  return took;
}

const bare: number[] = [];
const cold: number[] = [];
const second: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  bare.push(await timed(() => run(process.execPath, ['-e', '0'])));
  const places = await newPlaces();
  try {
    cold.push(await startOnce(places));
    second.push(await startOnce(places));
  } finally {
    await removePlaces(places);
  }
}

const row = (what: string, values: number[]) => [
  what,
  ...values.map(milliseconds),
  milliseconds(median(values)),
  ratio(median(values), median(bare)),
  ratio(median(values), median(cold)),
];
printTable(
  'start: from the command to "Tidemark is ready"',
  ['', '1', '2', '3', 'median', 'of a bare Node', 'of a cold start'],
  [
    row('anchor: node -e 0', bare),
    row('cold: empty data folder, Maya moves in with 3 accounts', cold),
    row('second: the same data folder', second),
  ],
);
