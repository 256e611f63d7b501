import {
  batchedPaths,
  batchedReads,
  maxBatchedCalls,
  runBatch,
  type BatchedAnswer,
  type Method,
} from '@tidemark/contract';
import { takeEarlyAnswer } from './early-answers.ts';
import { readReply, type Reply } from './reply.ts';

/** Limit for calls that are sent alone. */
const maxConcurrent = 6;

export interface ApiCall {
  method: Method;
  path: string;
  body?: unknown;
}

interface Entry {
  call: ApiCall;
  signal: AbortSignal | undefined;
  answer(reply: Reply): void;
  fail(error: unknown): void;
}

/** Sends one request to the API, and renews a rejected token. */
type Send = (call: ApiCall, signal?: AbortSignal) => Promise<Response>;

export function isBatched(method: Method, path: string): boolean {
  const isAnalytics = method === 'POST' && batchedPaths.some((start) => path.startsWith(start));
  return isAnalytics || batchedReads.includes(`${method} ${path}`);
}

/**
 * Batches calls that start together into one request, whose response delivers each result as soon as it is there: over
 * HTTP/1.1 a browser sends only six requests at a time, and each costs it milliseconds.
 */
export function createBatches(send: Send) {
  let waiting: Entry[] = [];

  async function flush(): Promise<void> {
    // Waits for a separate task: by then, everything that one render requests is known.
    await new Promise((done) => setTimeout(done));
    const entries = waiting;
    waiting = [];
    for (let start = 0; start < entries.length; start += maxBatchedCalls)
      void run(entries.slice(start, start + maxBatchedCalls));
  }

  async function run(entries: Entry[]): Promise<void> {
    const open = new Set(entries);
    const gone = new AbortController();
    const drop = (entry: Entry) => {
      if (!open.delete(entry)) return;
      entry.fail(entry.signal?.reason);
      if (open.size === 0) gone.abort();
    };
    for (const entry of entries) {
      if (entry.signal?.aborted) drop(entry);
      entry.signal?.addEventListener('abort', () => drop(entry));
    }
    const [first, ...others] = open;
    if (!first) return;
    if (others.length === 0) return sendAlone(first);
    const sent = [...open];
    try {
      const calls = sent.map(({ call }) => call);
      const response = await send({ method: 'POST', path: runBatch.path, body: { calls } }, gone.signal);
      // A server on an earlier version, as during a rolling update, does not support batches, or not for these calls.
      if (response.status === 404 || response.status === 400) return await sendEachAlone([...open]);
      if (!response.ok || !response.body) {
        const reply = await readReply(response);
        return open.forEach(({ answer }) => answer(reply));
      }
      await readTexts(response.body, ({ call, status, body }) => {
        const entry = sent[call];
        if (!entry || !open.delete(entry)) return;
        // The token was revoked between the batch and this call.
        if (status === 401) void sendAlone(entry);
        else entry.answer({ status, json: body });
      });
      throw new TypeError('The response was cut short');
    } catch (error) {
      for (const { fail } of open) fail(error);
    }
  }

  async function sendEachAlone(entries: Entry[]): Promise<void> {
    const sendWaiting = async () => {
      for (let next = entries.shift(); next; next = entries.shift()) await sendAlone(next);
    };
    await Promise.all(Array.from({ length: maxConcurrent }, sendWaiting));
  }

  async function sendAlone({ call, signal, answer, fail }: Entry): Promise<void> {
    await send(call, signal).then(readReply).then(answer, fail);
  }

  return (call: ApiCall, signal?: AbortSignal): Promise<Reply> =>
    new Promise((answer, fail) => {
      const json = takeEarlyAnswer(call);
      if (json !== undefined) return answer({ status: 200, json });
      waiting.push({ call, signal, answer, fail });
      if (waiting.length === 1) void flush();
    });
}

/** Reads JSON texts (RFC 7464), each on a separate line after a record separator. */
async function readTexts(body: ReadableStream<Uint8Array>, onText: (answer: BatchedAnswer) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // Parts of an unfinished line: joined only once, because an answer may be hundreds of kilobytes long.
  let unfinished: string[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const [end = '', ...lines] = decoder.decode(part.value, { stream: true }).split('\n');
    unfinished.push(end);
    for (const line of lines) {
      onText(toBatchedAnswer(unfinished.join('').slice(1)));
      unfinished = [line];
    }
  }
}

// Our own server writes these, as the contract says.
function toBatchedAnswer(json: string): BatchedAnswer {
  return JSON.parse(json) as BatchedAnswer;
}
