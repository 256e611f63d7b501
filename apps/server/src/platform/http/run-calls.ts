import type { Method } from '@tidemark/contract';
import type { FastifyRequest } from 'fastify';
import { apiPrefix } from './add-route.ts';
import { type Admissions, demandingMillis } from './admission.ts';
import type { Delegations } from './delegations.ts';
import { createInjection } from './inject-request.ts';
import { toPersonId, type Viewer } from './route.ts';

/** A user's share of the database's slots. */
const maxConcurrent = 4;

interface Deps {
  delegations: Delegations;
  admission: Admissions;
}

/** One of a batch's calls. */
export interface Call {
  method: Method;
  path: string;
  body?: object | undefined;
}

interface Run {
  viewer: Viewer;
  calls: Call[];
  request: FastifyRequest;
  /** Replaces the media types that the request accepts. */
  accept?: string;
  /** Aborts when the answers are no longer needed. */
  signal: AbortSignal;
}

interface Answer {
  statusCode: number;
  payload: string;
}

export type RunCalls = (run: Run, onAnswer: (call: number, answer: Answer) => void) => Promise<void>;

/**
 * Runs a screen's calls as separate requests, so that each is limited and logged like any other, and reports each
 * answer as soon as it is there. Authenticates the caller once, and checks their access to the same accounts once: a
 * first screen has two dozen calls.
 */
export function createRunCalls({ delegations, admission }: Deps): RunCalls {
  return async ({ viewer, calls, request, accept, signal }, onAnswer) => {
    const caller = `user:${toPersonId(viewer)}` as const;
    const waiting = [...calls.entries()];
    const began = performance.now();
    // A demanding caller, lately or with these calls, gets one call after the other.
    const isDemanding = () => admission.heavy.usedMillis(caller) + performance.now() - began > demandingMillis;
    async function runWaiting(inject: ReturnType<typeof createInjection>, line: number): Promise<void> {
      while (!signal.aborted && (line === 0 || !isDemanding())) {
        const next = waiting.shift();
        if (!next) return;
        const [index, { method, path, body }] = next;
        const answer = await inject({ method, url: apiPrefix + path, payload: body }).catch((error: unknown) => {
          if (!signal.aborted) throw error;
          return null;
        });
        if (answer) onAnswer(index, answer);
      }
    }
    await delegations.issue({ ...viewer, batch: calls }, (token) => {
      const inject = createInjection(request, { signal, token, ...(accept && { accept }) });
      return Promise.all(Array.from({ length: maxConcurrent }, (_, line) => runWaiting(inject, line)));
    });
  };
}
