import { runBatch } from '@tidemark/contract';
import type { FastifyRequest } from 'fastify';
import { hijackReply } from './hijack-reply.ts';
import type { PendingResponses } from './pending-responses.ts';
import { route } from './route.ts';

/** What makes a call of the batch the same caller's, from the same place. */
const passedOn = ['authorization', 'host', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** As many as a browser sends over HTTP/1.1: more would wait for the same user's slots, and be rejected in the end. */
const maxConcurrent = 6;

/** RFC 7464: each text begins with a record separator, so that a cut one is noticed. */
const toText = (call: number, status: number, body: string) =>
  `\u001e{"call":${call},"status":${status},"body":${body}}\n`;

/**
 * Runs the calls of a batch as requests of their own, so that each is authenticated, limited, queued and logged like any
 * other, and sends each response as soon as it is there.
 */
export function batchRoute({ prefix, pending }: { prefix: string; pending: PendingResponses }) {
  return route(runBatch, async ({ viewer, body: { calls }, reply, signal }) => {
    const caller = `user:${viewer.userId}` as const;
    pending.assertRoom(caller);
    pending.track(caller, reply);
    const { server, raw } = reply.request;
    const headers = toPassedOn(reply.request);
    const response = hijackReply(reply.type('application/json-seq').header('x-accel-buffering', 'no'));
    const waiting = [...calls.entries()];
    async function runWaiting(): Promise<void> {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, { path, body }] = next;
        const answer = await server
          .inject({
            method: 'POST',
            url: prefix + path,
            headers,
            remoteAddress: raw.socket.remoteAddress ?? '',
            payload: body,
            signal,
          })
          .catch((error: unknown) => {
            if (!signal.aborted) throw error;
            return null;
          });
        if (answer) response.write(toText(index, answer.statusCode, answer.payload));
      }
    }
    await Promise.all(Array.from({ length: maxConcurrent }, runWaiting));
    response.end();
    return '';
  });
}

function toPassedOn({ headers }: FastifyRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
