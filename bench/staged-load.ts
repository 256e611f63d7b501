// A thread that asks at one steady rate after the other, come what may, on as many connections as that takes.
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

export interface StagedLoad {
  url: string;
  token: string;
  asked: { path: string; body: string }[];
  stages: { perSecond: number; seconds: number }[];
  connections: number;
}

export interface Answered {
  /** Seconds since the first stage began, when it was asked. */
  at: number;
  millis: number;
  /** 0: no answer. */
  status: number;
  hasRetryAfter: boolean;
}

const { url, token, asked, stages, connections }: StagedLoad = workerData;
const pool = new Pool(url, { connections, headersTimeout: 15_000 });
const answers: Answered[] = [];
let started = performance.now();
let waiting = 0;

async function askOnce(number: number): Promise<void> {
  const request = asked[number % asked.length];
  if (!request) return;
  const begun = performance.now();
  const answer: Answered = { at: (begun - started) / 1000, millis: 0, status: 0, hasRetryAfter: false };
  waiting += 1;
  try {
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: request.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: request.body,
    });
    await body.dump();
    answer.status = statusCode;
    answer.hasRetryAfter = headers['retry-after'] !== undefined;
  } catch {
    answer.status = 0;
  } finally {
    waiting -= 1;
    answer.millis = performance.now() - begun;
    answers.push(answer);
  }
}

const pause = (millis: number) => new Promise((done) => setTimeout(done, millis));

// As behind a proxy, which keeps its connections: a thousand that are opened at once wait for each other in the kernel.
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
