import { setTimeout as sleep } from 'node:timers/promises';
import { attemptRequest, type FilingNeeds } from './file-request.ts';
import { listDue } from './queries.ts';

const lookEvery = 30_000;

/** Brings to GitHub what could not be brought at once. Returns how to stop. */
export function startRoadmapWork(needs: FilingNeeds): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await fileDue(needs, signal).catch((error: unknown) =>
        needs.log.error({ err: error }, 'Feature requests cannot be brought to GitHub'),
      );
      await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}

/** Twice at once, in two processes, does no harm. */
export async function fileDue(needs: FilingNeeds, signal?: AbortSignal): Promise<void> {
  for (const requestId of await listDue(needs.db, needs.clock())) {
    if (signal?.aborted || (await attemptRequest(needs, requestId))) return;
  }
}
