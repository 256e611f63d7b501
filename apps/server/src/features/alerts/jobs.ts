import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';
import { evaluateWatches, type EvaluateDeps } from './evaluate.ts';
import { claimWatches } from './watch-queries.ts';

const usersPerClaim = 20;

/** Raises alerts when new data was committed or time has passed. Returns a function that stops it. */
export function startAlertWork(
  deps: EvaluateDeps & { log: Log },
  { pollSeconds = 30 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  return startPoller((signal) => evaluateClaimed(deps, { signal, pollSeconds }), {
    intervalMillis: pollSeconds * 1000,
    log: deps.log,
    failureMessage: 'Could not evaluate alerts',
  }).stop;
}

/** Evaluates claimed watches. A claim left open because the process ends is made again by any process's next poll. */
async function evaluateClaimed(
  deps: EvaluateDeps & { log: Log },
  { signal, pollSeconds }: { signal: AbortSignal; pollSeconds: number },
): Promise<void> {
  const began = deps.clock();
  const before = new Date(began.getTime() - pollSeconds * 500);
  while (!signal.aborted) {
    const claimed = await claimWatches(deps.db, { now: deps.clock(), before, users: usersPerClaim });
    if (claimed.length === 0) return;
    for (const [userId, watches] of Map.groupBy(claimed, (watch) => watch.userId)) {
      if (signal.aborted) return;
      await evaluateWatches(deps, userId, watches).catch((error: unknown) =>
        deps.log.error({ err: error, userId }, 'Could not evaluate the alerts of a user'),
      );
    }
  }
}
