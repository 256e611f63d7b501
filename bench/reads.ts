import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fill } from './fill.ts';
import type { MixedLoad, MixedResult } from './mixed-load.ts';
import { overviewRequests } from './overview-requests.ts';
import { count, milliseconds, percentile, printTable } from './report.ts';
import { startParts } from './start-parts.ts';

const accounts = 100;
const days = 730;
const postsEach = 500;
const perSecond = Number(process.env['BENCH_PER_SECOND'] ?? 150);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);

async function measure(what: string, databaseUrl?: string): Promise<void> {
  const app = await startParts({ work: false, databaseUrl });
  try {
    const client = await app.as('ines@sandbox.test');
    const { user } = await client.load();
    const { accountIds } = await fill(app.address, user._id, { accounts, days, postsEach });
    const load: MixedLoad = {
      url: app.url,
      token: client.token,
      asked: overviewRequests(accountIds),
      perSecond,
      seconds,
    };
    await run({ ...load, seconds: 5 });
    const before = process.memoryUsage().rss;
    const { times, refused, failed } = await run(load);
    const all = Object.values(times).flat();
    const row = (name: string, values: number[]) => [
      name,
      count(values.length / seconds),
      milliseconds(percentile(values, 0.5)),
      milliseconds(percentile(values, 0.95)),
      milliseconds(percentile(values, 0.99)),
    ];
    printTable(
      `reads on ${what}: ${perSecond} requests a second for ${seconds} s over ${accounts} accounts × ${days} days and ${count(accounts * postsEach)} posts; ${refused} refused, ${failed} failed, ${count(before / 1024 ** 2)} → ${count(process.memoryUsage().rss / 1024 ** 2)} MB with the asking thread`,
      ['', 'answers/s', 'p50', 'p95', 'p99'],
      [row('all', all), ...Object.entries(times).map(([name, values]) => row(name, values))],
    );
  } finally {
    await app.close();
  }
}

async function run(load: MixedLoad): Promise<MixedResult> {
  const worker = new Worker(new URL('mixed-load.ts', import.meta.url), { workerData: load });
  const [result] = (await once(worker, 'message')) as [MixedResult]; // sent by mixed-load.ts
  return result;
}

await measure('the built-in database');
if (process.env['DATABASE_URL']) await measure('PostgreSQL', process.env['DATABASE_URL']);
process.exit(0);
