import { startPoller } from '../../platform/poller.ts';
import { checkConnections, type CheckDeps } from './check-connections.ts';

const pollIntervalSeconds = 180;

/** Checks logins in the background. Returns a function that stops and waits for running work. */
export function startConnectionChecks(
  deps: CheckDeps,
  { everySeconds = pollIntervalSeconds }: { everySeconds?: number } = {},
): () => Promise<void> {
  return startPoller((signal) => checkConnections(deps, () => signal.aborted), {
    intervalMillis: everySeconds * 1000,
    log: deps.log,
    failureMessage: 'Checking business logins failed',
  }).stop;
}
