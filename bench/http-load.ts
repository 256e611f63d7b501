// A worker that repeats requests on some connections and reports each response time.
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

export interface Load {
  url: string;
  token: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  seconds: number;
  connections: number;
}

export interface LoadResult {
  perSecond: number;
  times: number[];
}

const load: Load = workerData;
const pool = new Pool(load.url, { connections: load.connections });
const times: number[] = [];
const started = performance.now();
const end = started + load.seconds * 1000;

async function askOn(): Promise<void> {
  while (performance.now() < end) {
    const asked = performance.now();
    const { statusCode, body } = await pool.request({
      method: load.method,
      path: load.path,
      headers: {
        authorization: `Bearer ${load.token}`,
        ...(load.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: load.body,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${load.path} answered ${statusCode}: ${text}`);
    times.push(performance.now() - asked);
  }
}

await Promise.all(Array.from({ length: load.connections }, () => askOn()));
parentPort?.postMessage({ perSecond: times.length / ((performance.now() - started) / 1000), times });
await pool.close();
