// Half the promised load for a long time: does memory grow, do files and handles leak?
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openStream } from './live-holders.ts';
import { overviewRequests } from './overview-requests.ts';
import { count, milliseconds, now, percentile, printTable } from './report.ts';
import type { SoakSample, Started } from './soak-server.ts';
import type { ResponseInfo, StagedLoad } from './staged-load.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const perSecond = Number(process.env['BENCH_PER_SECOND'] ?? 75);
const streamCount = Number(process.env['BENCH_STREAMS'] ?? 1_000);
const churn = Number(process.env['BENCH_CHURN'] ?? 4);
const everySeconds = 5;

const child = fork(
  path.join(import.meta.dirname, 'soak-server.ts'),
  [String(streamCount), ...(process.env['DATABASE_URL'] ? [process.env['DATABASE_URL']] : [])],
  { execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'] },
);

async function reply<Type>(): Promise<Type> {
  const [message] = (await once(child, 'message')) as [Type]; // sent by soak-server.ts
  return message;
}

async function look(): Promise<SoakSample> {
  const found = reply<SoakSample>();
  child.send('look');
  return found;
}

/** Returns the regression line's slope per minute. */
function slope(points: { second: number; value: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(({ second }) => second)), mean(points.map(({ value }) => value))];
  const over = points.reduce((sum, { second, value }) => sum + (second - x) * (value - y), 0);
  return (over / points.reduce((sum, { second }) => sum + (second - x) ** 2, 0)) * 60;
}

const { url, token, accountIds, liveTokens } = await reply<Started>();
const open: IncomingMessage[] = [];
const openOne = async (number: number) =>
  void open.push(await openStream(`${url}/api/v1/sse/user/${liveTokens[number % liveTokens.length]}`, () => undefined));
for (let number = 0; number < streamCount; number += 1) await openOne(number);

const load: StagedLoad = {
  url,
  token,
  asked: overviewRequests(accountIds),
  stages: [{ perSecond, seconds }],
  connections: 64,
};
const reading = once(new Worker(new URL('staged-load.ts', import.meta.url), { workerData: load }), 'message');
const looks: (SoakSample & { second: number })[] = [];
let opened = streamCount;
for (const began = now(); now() - began < seconds * 1000;) {
  for (let second = 0; second < everySeconds; second += 1) {
    for (const stream of open.splice(0, churn)) {
      stream.destroy();
      await openOne(opened);
      opened += 1;
    }
    await sleep(1_000);
  }
  looks.push({ ...(await look()), second: (now() - began) / 1000 });
}
const [answers] = (await reading) as [ResponseInfo[]]; // sent by staged-load.ts
for (const stream of open) stream.destroy();

const settled = looks.slice(Math.floor(looks.length / 3));
const row = (name: string, of: (found: SoakSample) => number, unit = '') => [
  name,
  `${count(of(settled[0] ?? looks[0] ?? { rss: 0, heap: 0, files: 0, handles: 0 }))}${unit}`,
  `${count(of(settled.at(-1) ?? { rss: 0, heap: 0, files: 0, handles: 0 }))}${unit}`,
  `${slope(settled.map((found) => ({ second: found.second, value: of(found) }))).toFixed(2)}${unit}`,
];
const millis = answers.filter(({ status }) => status === 200).map((answer) => answer.millis);
printTable(
  `soak: ${count(perSecond)} requests a second and ${count(streamCount)} streams for ${count(seconds)} s, of which the last two thirds are shown; ${count(answers.length - millis.length)} of ${count(answers.length)} not answered, p95 ${milliseconds(percentile(millis, 0.95))}; wanted: less than 1 MB a minute`,
  ['', 'at first', 'at last', 'a minute'],
  [
    row('resident memory', ({ rss }) => rss / 1024 ** 2, ' MB'),
    row('heap after a collection', ({ heap }) => heap / 1024 ** 2, ' MB'),
    row('open files', ({ files }) => files),
    row('handles', ({ handles }) => handles),
  ],
);
const gone = once(child, 'exit');
child.disconnect();
await gone;
process.exit(0);
