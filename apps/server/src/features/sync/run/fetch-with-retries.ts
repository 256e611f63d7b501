import { setTimeout as sleep } from 'node:timers/promises';
import { ZodError } from 'zod';
import { NetworkError } from '../../../networks/network-error.ts';
import { backoff } from '../../../platform/backoff.ts';
import type { Fetched } from '../connector.ts';

const maxAttempts = 5;

/** Fetches a step, again if it failed for a transient reason. */
export async function fetchWithRetries(fetchStep: () => Promise<Fetched>, signal: AbortSignal): Promise<Fetched> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchStep();
    } catch (cause) {
      const error = cause instanceof ZodError ? toParseError(cause) : cause;
      if (!(error instanceof NetworkError) || error.kind !== 'transient' || attempt >= maxAttempts) throw error;
      // Full jitter: calls that failed together must not repeat together.
      await sleep(Math.random() * backoff(attempt, { first: 1000, max: 60_000 }), undefined, { signal });
    }
  }
}

/** Reports where a response differs from the schema, but not its content. */
function toParseError(cause: ZodError): NetworkError {
  const places = cause.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return new NetworkError('transient', `An answer has an unexpected format: ${places.join('; ')}`, { cause });
}
