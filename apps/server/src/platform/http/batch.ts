import type { ServerResponse } from 'node:http';
import { runBatch } from '@tidemark/contract';
import type { Admissions } from './admission.ts';
import { hijackReply } from './hijack-reply.ts';
import type { PendingResponses } from './pending-responses.ts';
import { route, toPersonId } from './route.ts';
import type { RunCalls } from './run-calls.ts';

/** Each write costs the server a system call, and wakes the browser. */
const togetherMillis = 5;

interface BatchDeps {
  pending: PendingResponses;
  runCalls: RunCalls;
  admission: Admissions;
}

/** RFC 7464: each text begins with a record separator, so that a cut one is noticed. */
const toText = (call: number, status: number, body: string) =>
  `\u001e{"call":${call},"status":${status},"body":${body}}\n`;

/**
 * Sends each call's response as soon as it is there. Admits the batch as a whole: a screen is worth nothing without its
 * last card.
 */
export function batchRoute({ pending, runCalls, admission }: BatchDeps) {
  return route(runBatch, ({ viewer, body: { calls }, reply, signal }) => {
    const caller = `user:${toPersonId(viewer)}` as const;
    pending.assertRoom(caller);
    return admission.heavy.run(() => run(), { caller, hasBegun: true, signal });

    async function run(): Promise<''> {
      pending.assertRoom(caller);
      pending.track(caller, reply);
      const response = hijackReply(reply.type('application/json-seq').header('x-accel-buffering', 'no'));
      const texts = createTexts(response);
      await runCalls({ viewer, calls, request: reply.request, signal }, (index, { statusCode, payload }) =>
        texts.add(toText(index, statusCode, payload)),
      );
      texts.end();
      return '';
    }
  });
}

/** Sends texts that are ready at about the same time together. */
function createTexts(response: ServerResponse) {
  let ready = '';
  let timer: NodeJS.Timeout | undefined;
  const take = () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = ready;
    ready = '';
    return taken;
  };
  return {
    add(text: string) {
      ready += text;
      timer ??= setTimeout(() => response.write(take()), togetherMillis);
    },
    end: () => void response.end(take()),
  };
}
