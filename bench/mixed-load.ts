// A worker that sends requests at a steady rate, whether responses arrive or not, and reports each response time.
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

export interface MixedLoad {
  url: string;
  token: string;
  asked: { name: string; path: string; body: string }[];
  perSecond: number;
  seconds: number;
}

export interface MixedResult {
  times: Record<string, number[]>;
  refused: number;
  failed: number;
}

const { url, token, asked, perSecond, seconds }: MixedLoad = workerData;
const pool = new Pool(url, { connections: 64 });
const result: MixedResult = { times: {}, refused: 0, failed: 0 };
const step = 10;
let sent = 0;
let waiting = 0;

async function askOnce(number: number): Promise<void> {
  const request = asked[number % asked.length];
  if (!request) return;
  const begun = performance.now();
  waiting += 1;
  try {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: request.path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: request.body,
    });
    await body.dump();
    if (statusCode === 200) (result.times[request.name] ??= []).push(performance.now() - begun);
    else result.refused += 1;
  } catch {
    result.failed += 1;
  } finally {
    waiting -= 1;
  }
}

const started = performance.now();
const timer = setInterval(() => {
  const elapsed = performance.now() - started;
  if (elapsed >= seconds * 1000) {
    clearInterval(timer);
    void finish();
    return;
  }
  for (; sent < (elapsed / 1000) * perSecond; sent += 1) void askOnce(sent);
}, step);

async function finish(): Promise<void> {
  for (const until = performance.now() + 10_000; waiting > 0 && performance.now() < until;)
    await new Promise((done) => setTimeout(done, 50));
  parentPort?.postMessage(result);
  await pool.destroy();
}
