// A worker that sends requests at one steady rate after another, on as many connections as necessary.
import { parentPort, workerData } from 'node:worker_threads';
import { columnsType } from '@tidemark/contract';
import { Pool } from 'undici';

export interface StagedLoad {
  url: string;
  token: string;
  asked: { path: string; body: string }[];
  stages: { perSecond: number; seconds: number }[];
  connections: number;
}

export interface ResponseInfo {
  /** Time at which it was sent, in seconds since the first stage began. */
  at: number;
  millis: number;
  /** 0 without a response. */
  status: number;
}

const { url, token, asked, stages, connections }: StagedLoad = workerData;
const pool = new Pool(url, { connections, headersTimeout: 15_000 });
const answers: ResponseInfo[] = [];
let started = performance.now();
let waiting = 0;

async function askOnce(number: number): Promise<void> {
  const request = asked[number % asked.length];
  if (!request) return;
  const begun = performance.now();
  const answer: ResponseInfo = { at: (begun - started) / 1000, millis: 0, status: 0 };
  waiting += 1;
  try {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: request.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: columnsType },
      body: request.body,
    });
    await body.dump();
    answer.status = statusCode;
  } catch {
    answer.status = 0;
  } finally {
    waiting -= 1;
    answer.millis = performance.now() - begun;
    answers.push(answer);
  }
}

const pause = (millis: number) => new Promise((done) => setTimeout(done, millis));

// Connects in steps, as a proxy with persistent connections would: a thousand at once queue in the kernel.
for (let opened = 0; opened < connections; opened += 50)
  await Promise.all(
    Array.from({ length: Math.min(connections, opened + 50) }, async () => {
      const { body } = await pool.request({ method: 'GET', path: '/api/v1/health' });
      await body.dump();
    }),
  );
started = performance.now();

let sent = 0;
let stageBegan = 0;
for (const { perSecond, seconds } of stages) {
  const before = sent;
  for (let elapsed = 0; elapsed < seconds; await pause(10)) {
    elapsed = (performance.now() - started) / 1000 - stageBegan;
    for (; sent - before < Math.min(elapsed, seconds) * perSecond; sent += 1) void askOnce(sent);
  }
  stageBegan += seconds;
}
for (const until = performance.now() + 15_000; waiting > 0 && performance.now() < until;) await pause(50);
parentPort?.postMessage(answers);
await pool.destroy();
