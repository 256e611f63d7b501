import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Load, LoadResult } from './http-load.ts';
import { count, milliseconds, percentile, printTable, ratio } from './report.ts';

type Ranges = (days: number) => Record<'now' | 'before', { from: string; to: string }>;

/** Requests per second through the whole server, sent from a separate thread. */
export async function measureHttp(url: string, token: string, accountIds: string[], toRanges: Ranges): Promise<void> {
  const { now, before } = toRanges(30);
  const start = (day: string) => `${day}T00:00:00.000Z`;
  const end = (day: string) => `${day}T23:59:59.999Z`;
  const ids = accountIds.slice(0, 10);
  const range = { startDate: start(now.from), endDate: end(now.to), accountIds: ids };
  const periods = {
    cStart: start(now.from),
    cEnd: end(now.to),
    pStart: start(before.from),
    pEnd: end(before.to),
    accountIds: ids,
  };
  const asked: [string, Pick<Load, 'method' | 'path' | 'body'>][] = [
    ['anchor: /health', { method: 'GET', path: '/api/v1/health' }],
    ['breakdown', { method: 'POST', path: '/api/v1/metrics/breakdown/views', body: JSON.stringify(range) }],
    ['timeseries', { method: 'POST', path: '/api/v1/metrics/account/timeseries/views', body: JSON.stringify(range) }],
    [
      'card',
      { method: 'POST', path: '/api/v1/metrics/account/insight/engagement-rate', body: JSON.stringify(periods) },
    ],
  ];
  const results: [string, LoadResult][] = [];
  for (const [name, request] of asked) {
    const load: Load = { url, token, seconds: 3, connections: 16, ...request };
    results.push([name, await run(load)]);
  }
  const anchor = results[0]?.[1].perSecond ?? Number.NaN;
  printTable(
    'queries through HTTP: 30 days of 10 accounts, 16 connections, 3 s each, with token, ownership and schemas',
    ['', 'requests/s', 'to the anchor', 'p50', 'p99'],
    results.map(([name, { perSecond, times }]) => [
      name,
      count(perSecond),
      ratio(perSecond, anchor),
      milliseconds(percentile(times, 0.5)),
      milliseconds(percentile(times, 0.99)),
    ]),
  );
}

async function run(load: Load): Promise<LoadResult> {
  const worker = new Worker(new URL('./http-load.ts', import.meta.url), { workerData: load });
  const [result]: LoadResult[] = await once(worker, 'message');
  await worker.terminate();
  if (!result) throw new Error('The load gave no result');
  return result;
}
