import { getHealth } from '@tidemark/contract';
import { CallError } from './failed-call.ts';

const patienceMillis = 3_000;

/**
 * Explains a request that failed without a response although the server is reachable: a content blocker may have
 * refused it. Null if the network or the server is gone.
 */
export async function explainFailure(): Promise<CallError | null> {
  const signal = AbortSignal.timeout(patienceMillis);
  const answer = await fetch(`/api/v1${getHealth.path}`, { cache: 'no-store', signal }).catch(() => null);
  if (!answer?.ok) return null;
  const message =
    'The server is up, but your browser could not send this request. If it happens again, turn off your content blocker for this site.';
  return new CallError({ status: 0, message, serverMessage: message });
}
