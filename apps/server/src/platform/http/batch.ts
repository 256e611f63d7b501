import type { ServerResponse } from 'node:http';
import { runBatch } from '@tidemark/contract';
import { type Admissions, demandingMillis } from './admission.ts';
import { hijackReply } from './hijack-reply.ts';
import { createInjection } from './inject-request.ts';
import type { Delegations } from './delegations.ts';
import type { PendingResponses } from './pending-responses.ts';
import { route, toPersonId } from './route.ts';

/** A user's share of the database's slots. */
const maxConcurrent = 4;
/** Each write costs the server a system call, and wakes the browser. */
const togetherMillis = 5;

interface BatchDeps {
  prefix: string;
  pending: PendingResponses;
  delegations: Delegations;
  admission: Admissions;
}

/** RFC 7464: each text begins with a record separator, so that a cut one is noticed. */
const toText = (call: number, status: number, body: string) =>
  `\u001e{"call":${call},"status":${status},"body":${body}}\n`;

/**
 * Runs a batch's calls as separate requests, so that each is limited and logged like any other, and sends each response
 * as soon as it is there. Admits the batch as a whole: a screen is worth nothing without its last card. Authenticates
 * the caller once, and checks their access to the same accounts once: a first screen has two dozen calls.
 */
export function batchRoute({ prefix, pending, delegations, admission }: BatchDeps) {
  return route(runBatch, ({ viewer, body: { calls }, reply, signal }) => {
    const caller = `user:${toPersonId(viewer)}` as const;
    pending.assertRoom(caller);
    return admission.heavy.run(() => run(), { caller, hasBegun: true, signal });

    async function run(): Promise<''> {
      pending.assertRoom(caller);
      pending.track(caller, reply);
      const response = hijackReply(reply.type('application/json-seq').header('x-accel-buffering', 'no'));
      const texts = createTexts(response);
      const waiting = [...calls.entries()];
      const began = performance.now();
      // Whoever is demanding, lately or with this batch, gets one call after the other.
      const isDemanding = () => admission.heavy.usedMillis(caller) + performance.now() - began > demandingMillis;
      async function runWaiting(inject: ReturnType<typeof createInjection>, line: number): Promise<void> {
        while (!signal.aborted && (line === 0 || !isDemanding())) {
          const next = waiting.shift();
          if (!next) return;
          const [index, { method, path, body }] = next;
          const answer = await inject({ method, url: prefix + path, payload: body }).catch((error: unknown) => {
            if (!signal.aborted) throw error;
            return null;
          });
          if (answer) texts.add(toText(index, answer.statusCode, answer.payload));
        }
      }
      await delegations.issue({ ...viewer, batch: calls }, (token) => {
        const inject = createInjection(reply.request, { signal, token });
        return Promise.all(Array.from({ length: maxConcurrent }, (_, line) => runWaiting(inject, line)));
      });
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
