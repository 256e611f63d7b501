import { setTimeout as sleep } from 'node:timers/promises';
import { ZodError } from 'zod';
import { GraphError } from '../../../clients/instagram-graph/graph-error.ts';
import { backoff } from '../../../platform/backoff.ts';
import { fetchStep } from '../fetch/fetch-and-store.ts';
import type { FetchContext, Fetched } from '../fetch/fetch-context.ts';
import type { Step } from '../plan/rules.ts';

const maxAttempts = 5;

/** Fetches a step, repeating calls that failed for a transient reason. */
export async function fetchWithRetries(context: FetchContext, step: Step, signal: AbortSignal): Promise<Fetched> {
  for (let attempt = 1; ; attempt += 1) {
    context.answers.length = 0;
    try {
      return await fetchStep(context, step);
    } catch (cause) {
      const error = cause instanceof ZodError ? toParseError(cause) : cause;
      if (!(error instanceof GraphError) || error.kind !== 'transient' || attempt >= maxAttempts) throw error;
      // Full jitter: calls that failed together must not repeat together.
      await sleep(Math.random() * backoff(attempt, { first: 1000, max: 60_000 }), undefined, { signal });
    }
  }
}

/** Reports where a response differs from the schema, but not its content. */
function toParseError(cause: ZodError): GraphError {
  const places = cause.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return new GraphError('transient', `Meta returned an unexpected format: ${places.join('; ')}`, { cause });
}
