// Five times the promised load: which requests are served, which are shed, and when the server has recovered.
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { fill } from './fill.ts';
import { overviewRequests } from './overview-requests.ts';
import { count, milliseconds, percentile, printTable } from './report.ts';
import type { ResponseInfo, StagedLoad } from './staged-load.ts';
import { startParts } from './start-parts.ts';

const accounts = 100;
const days = 730;
const postsEach = 100;
const perSecond = Number(process.env['BENCH_PER_SECOND'] ?? 150);
const times = Number(process.env['BENCH_TIMES'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const calm = 15;

async function run(load: StagedLoad): Promise<ResponseInfo[]> {
  const worker = new Worker(new URL('staged-load.ts', import.meta.url), { workerData: load });
  const [answers] = (await once(worker, 'message')) as [ResponseInfo[]]; // sent by staged-load.ts
  return answers;
}

function toRow(name: string, answers: ResponseInfo[], length: number): string[] {
  const welcome = answers.filter(({ status }) => status === 200).map(({ millis }) => millis);
  const shed = answers.filter(({ status }) => status === 429 || status === 503);
  return [
    name,
    count(answers.length / length),
    count(welcome.length / length),
    milliseconds(percentile(welcome, 0.5)),
    milliseconds(percentile(welcome, 0.95)),
    count(shed.length),
    shed.length === 0
      ? ''
      : milliseconds(
          percentile(
            shed.map(({ millis }) => millis),
            0.95,
          ),
        ),
    count(shed.filter(({ hasRetryAfter }) => !hasRetryAfter).length),
    count(answers.length - welcome.length - shed.length),
  ];
}

/** Returns the second after the overload from which all requests are served again, about as quickly as before. */
function backAfter(answers: ResponseInfo[], from: number, usual: number): number {
  let back = 0;
  for (let second = 0; second < calm; second += 1) {
    const inIt = answers.filter(({ at }) => at >= from + second && at < from + second + 1);
    const slow =
      percentile(
        inIt.map(({ millis }) => millis),
        0.95,
      ) > Math.max(200, usual * 2);
    if (slow || inIt.some(({ status }) => status !== 200)) back = second + 1;
  }
  return back;
}

async function measure(what: string, databaseUrl?: string): Promise<void> {
  const app = await startParts({ work: false, databaseUrl });
  try {
    const client = await app.as('ines@sandbox.test');
    const { user } = await client.load();
    const { accountIds } = await fill(app.address, user._id, { accounts, days, postsEach });
    const load = { url: app.url, token: client.token, asked: overviewRequests(accountIds), connections: 500 };
    await run({ ...load, stages: [{ perSecond, seconds: 5 }] });

    const before = process.memoryUsage().rss;
    const loop = monitorEventLoopDelay({ resolution: 10 });
    loop.enable();
    const answers = await run({
      ...load,
      stages: [
        { perSecond, seconds: calm },
        { perSecond: perSecond * times, seconds },
        { perSecond, seconds: calm },
      ],
    });
    loop.disable();
    const between = (from: number, to: number) => answers.filter(({ at }) => at >= from && at < to);
    const calmBefore = between(0, calm);
    const usual = percentile(
      calmBefore.map(({ millis }) => millis),
      0.95,
    );
    printTable(
      `overload on ${what}: ${count(perSecond)} requests a second, then ${times} times as many for ${seconds} s, then as before: back to normal after ${backAfter(answers, calm + seconds, usual)} s; event loop p99 ${milliseconds(loop.percentile(99) / 1e6)}, ${count(before / 1024 ** 2)} → ${count(process.memoryUsage().rss / 1024 ** 2)} MB with the asking thread`,
      ['', 'asked/s', 'let in/s', 'p50', 'p95', 'sent away', 'after, p95', 'without Retry-After', 'failed'],
      [
        toRow('before', calmBefore, calm),
        toRow(`${times} times as many`, between(calm, calm + seconds), seconds),
        toRow('afterwards', between(calm + seconds, Infinity), calm),
      ],
    );
  } finally {
    await app.close();
  }
}

await measure('the built-in database');
if (process.env['DATABASE_URL']) await measure('PostgreSQL', process.env['DATABASE_URL']);
process.exit(0);
