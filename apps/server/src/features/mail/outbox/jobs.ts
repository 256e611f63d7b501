import { startPoller } from '../../../platform/poller.ts';
import { sendDue, type SendingDeps } from './send-due.ts';

/** Sends queued mail. Returns a function that stops it. */
export function startMailWork(
  deps: SendingDeps,
  { pollSeconds = 2 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  return startPoller((signal) => sendDue(deps, signal), {
    intervalMillis: pollSeconds * 1000,
    log: deps.log,
    failureMessage: 'Could not send mail',
  }).stop;
}
