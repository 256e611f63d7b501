import { setTimeout as sleep } from 'node:timers/promises';
import { attemptRequest, type PublishingDeps } from './file-request.ts';
import { listDue } from './queries.ts';

const pollInterval = 30_000;

/** Retries requests that could not be sent to GitHub immediately. Returns a function that stops it. */
export function startRoadmapWork(deps: PublishingDeps): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await fileDue(deps, signal).catch((error: unknown) =>
        deps.log.error({ err: error }, 'Could not publish feature requests to GitHub'),
      );
      await sleep(pollInterval, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}

/** Safe to run concurrently in two processes. */
export async function fileDue(deps: PublishingDeps, signal?: AbortSignal): Promise<void> {
  for (const requestId of await listDue(deps.db, deps.clock())) {
    if (signal?.aborted || (await attemptRequest(deps, requestId))) return;
  }
}
