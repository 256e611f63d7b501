import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { addDays } from '../apps/server/src/platform/clock.ts';
import { fill } from './fill.ts';
import type { MixedLoad, MixedResult } from './mixed-load.ts';
import { count, milliseconds, percentile, printTable } from './report.ts';
import { startParts } from './start-parts.ts';

const accounts = 100;
const days = 730;
const postsEach = 500;
const perSecond = Number(process.env['BENCH_PER_SECOND'] ?? 150);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);

/** What the Overview asks, for one, three, ten and fifty accounts over a week, a month, a quarter and a year. */
function toRequests(accountIds: string[]) {
  const to = addDays(new Date().toISOString().slice(0, 10), -1);
  const start = (day: string) => `${day}T00:00:00.000Z`;
  const end = (day: string) => `${day}T23:59:59.999Z`;
  const shapes = [
    { length: 7, size: 1 },
    { length: 30, size: 3 },
    { length: 7, size: 10 },
    { length: 90, size: 10 },
    { length: 30, size: 1 },
    { length: 365, size: 3 },
    { length: 30, size: 50 },
  ];
  return shapes.flatMap(({ length, size }, at) => {
    const from = addDays(to, 1 - length);
    const ids = Array.from({ length: size }, (_, index) => accountIds[(at * 13 + index) % accountIds.length]);
    const range = { startDate: start(from), endDate: end(to), accountIds: ids };
    const compared = {
      cStart: start(from),
      cEnd: end(to),
      pStart: start(addDays(from, -length)),
      pEnd: end(addDays(from, -1)),
      accountIds: ids,
    };
    const published = { isoStart: start(from), isoEnd: end(to), accountIds: ids };
    const ask = (name: string, path: string, body: object) => ({
      name,
      path: `/api/v1${path}`,
      body: JSON.stringify(body),
    });
    return [
      ...['engagement-rate', 'conversion-rate', 'virality-score', 'engaged-audience'].map((metric) =>
        ask('card', `/metrics/account/insight/${metric}`, compared),
      ),
      ...['views', 'reach', 'total_interactions'].flatMap((metric) => [
        ask('breakdown', `/metrics/breakdown/${metric}`, range),
        ask('timeseries', `/metrics/account/timeseries/${metric}`, range),
      ]),
      ask('posts of a range', '/media/list/date/range', published),
      ask('posts grid', '/media/datagrid/query', {
        grid: { paginationModel: { page: 0, pageSize: 10 }, sortModel: [{ field: 'reachTotal', sort: 'desc' }] },
        filters: { query: '', filterMode: 'published', isoStart: start(from), isoEnd: end(to) },
        platform: 'instagram',
        accountIds: ids,
      }),
    ];
  });
}

async function measure(what: string, databaseUrl?: string): Promise<void> {
  const app = await startParts({ work: false, databaseUrl });
  try {
    const client = await app.as('ines@sandbox.test');
    const { user } = await client.load();
    const { accountIds } = await fill(app.address, user._id, { accounts, days, postsEach });
    const load: MixedLoad = { url: app.url, token: client.token, asked: toRequests(accountIds), perSecond, seconds };
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
  const [result] = (await once(worker, 'message')) as [MixedResult]; // what mixed-load.ts posts
  return result;
}

await measure('the built-in database');
if (process.env['DATABASE_URL']) await measure('PostgreSQL', process.env['DATABASE_URL']);
process.exit(0);
