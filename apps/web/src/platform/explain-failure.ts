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
    'The server is there, but your browser did not get through with this request. If that happens again, a content blocker refuses it: allow it on this site.';
  return new CallError({ status: 0, message, serverMessage: message });
}
