import { runBatch } from '@tidemark/contract';
import { hijackReply } from './hijack-reply.ts';
import { createInjection } from './inject-request.ts';
import type { Passes } from './passes.ts';
import type { PendingResponses } from './pending-responses.ts';
import { route } from './route.ts';

/** As many as a browser sends over HTTP/1.1: more would wait for the same user's slots, and be rejected in the end. */
const maxConcurrent = 6;

/** RFC 7464: each text begins with a record separator, so that a cut one is noticed. */
const toText = (call: number, status: number, body: string) =>
  `\u001e{"call":${call},"status":${status},"body":${body}}\n`;

/**
 * Runs the calls of a batch as requests of their own, so that each is limited, queued and logged like any other, and
 * sends each response as soon as it is there. The caller is authenticated once, and their
 * access to the same accounts is checked once: a first screen has two dozen calls.
 */
export function batchRoute({ prefix, pending, passes }: { prefix: string; pending: PendingResponses; passes: Passes }) {
  return route(runBatch, async ({ viewer, body: { calls }, reply, signal }) => {
    const caller = `user:${viewer.userId}` as const;
    pending.assertRoom(caller);
    pending.track(caller, reply);
    const response = hijackReply(reply.type('application/json-seq').header('x-accel-buffering', 'no'));
    const waiting = [...calls.entries()];
    async function runWaiting(inject: ReturnType<typeof createInjection>): Promise<void> {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        const [index, { method, path, body }] = next;
        const answer = await inject({ method, url: prefix + path, payload: body }).catch((error: unknown) => {
          if (!signal.aborted) throw error;
          return null;
        });
        if (answer) response.write(toText(index, answer.statusCode, answer.payload));
      }
    }
    await passes.lend({ ...viewer, batch: calls }, (token) => {
      const inject = createInjection(reply.request, { signal, token });
      return Promise.all(Array.from({ length: maxConcurrent }, () => runWaiting(inject)));
    });
    response.end();
    return '';
  });
}
