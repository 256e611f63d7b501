import { startPoller } from '../../../platform/poller.ts';
import { attemptRequest, type PublishingDeps } from './publish-request.ts';
import { listDue } from './queries.ts';

const pollInterval = 30_000;

/** Retries requests that could not be sent to GitHub immediately. Returns a function that stops it. */
export function startRoadmapWork(deps: PublishingDeps): () => Promise<void> {
  return startPoller((signal) => publishDue(deps, signal), {
    intervalMillis: pollInterval,
    log: deps.log,
    failureMessage: 'Could not publish feature requests to GitHub',
  }).stop;
}

/** Publishes due requests. Safe to run concurrently in two processes. */
export async function publishDue(deps: PublishingDeps, signal?: AbortSignal): Promise<void> {
  for (const requestId of await listDue(deps.db, deps.clock())) {
    if (signal?.aborted || (await attemptRequest(deps, requestId))) return;
  }
}
