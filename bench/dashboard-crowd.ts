// A worker that opens dashboards as browsers do: each is one batch of calls; rejected calls are repeated.
import { parentPort, workerData } from 'node:worker_threads';
import { columnsType } from '@tidemark/contract';
import { Agent, request } from 'undici';

export interface Crowd {
  url: string;
  /** A person each. */
  people: { key: string; calls: { method: 'POST'; path: string; body: unknown }[] }[];
  /** Over which they arrive, evenly. */
  seconds: number;
  /** Time after which a person gives up. */
  patienceSeconds: number;
}

export interface Opened {
  /** Milliseconds from opening until the whole dashboard was there; null if the person gave up. */
  millis: number | null;
  tries: number;
}

const { url, people, seconds, patienceSeconds }: Crowd = workerData;
const agent = new Agent({ connections: null, pipelining: 1, headersTimeout: 60_000 });
const pause = (millis: number) => new Promise((done) => setTimeout(done, millis));

async function open({ key, calls }: Crowd['people'][number]): Promise<Opened> {
  const began = performance.now();
  let missing = calls;
  for (let tries = 1; performance.now() - began < patienceSeconds * 1000; tries += 1) {
    const { rejected, waitSeconds } = await send(key, missing);
    if (rejected.length === 0) return { millis: performance.now() - began, tries };
    missing = rejected;
    await pause(waitSeconds * 1000);
  }
  return { millis: null, tries: 0 };
}

async function send(key: string, calls: Crowd['people'][number]['calls']) {
  const { statusCode, headers, body } = await request(`${url}/api/v1/batch`, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: columnsType },
    body: JSON.stringify({ calls }),
  });
  const text = await body.text();
  if (statusCode !== 200) return { rejected: calls, waitSeconds: Number(headers['retry-after'] ?? 1) };
  const answers = text.split('\u001e').flatMap((part) => (part ? [JSON.parse(part)] : [])) as {
    call: number;
    status: number;
    body: { error?: { details?: { retryAfterSeconds?: number } } };
  }[];
  const failed = answers.filter(({ status }) => status !== 200);
  const other = failed.find(({ status }) => status !== 503 && status !== 429);
  if (other) throw new Error(`${calls[other.call]?.path} answered ${other.status}: ${JSON.stringify(other.body)}`);
  const done = new Set(answers.filter(({ status }) => status === 200).map(({ call }) => call));
  return {
    rejected: calls.filter((_, index) => !done.has(index)),
    waitSeconds: Math.max(0.25, ...failed.map(({ body: { error } }) => error?.details?.retryAfterSeconds ?? 0)),
  };
}

const opened = await Promise.all(
  people.map(async (person, index) => {
    await pause((index / people.length) * seconds * 1000);
    return open(person);
  }),
);
parentPort?.postMessage(opened);
