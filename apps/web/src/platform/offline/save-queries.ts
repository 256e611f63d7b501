import type { PageStart } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../when-idle.ts';
import { deleteAll } from './delete-offline-copy.ts';
import { findSavedQuery, inTurn, putSavedQueries, trimSavedQueries } from './query-store.ts';
import { isSavable, readSavedQuery, toSavedQuery, userHash } from './saved-query.ts';

/** Deletes another user's data, or this user's if it is too old or too large. */
export async function claimOfflineCopy(userId: string): Promise<void> {
  await inTurn(async () => {
    const owner = await findSavedQuery(userHash);
    if (owner && readSavedQuery<PageStart['user']>(owner)[1].user._id === userId) await trimSavedQueries();
    else await deleteAll();
  });
}

/** Stores new responses at idle until the returned function is called. */
export function saveQueries(queries: QueryClient): () => void {
  const savedAt = new Map<string, number>();
  let isScheduled = false;
  let isStopped = false;

  async function save() {
    isScheduled = false;
    if (isStopped) return;
    const changed = queries
      .getQueryCache()
      .getAll()
      .filter((query) => isSavable(query) && savedAt.get(query.queryHash) !== query.state.dataUpdatedAt);
    if (changed.length === 0) return;
    // Another tab has signed out and deleted everything.
    if (savedAt.size > 0 && !(await findSavedQuery(userHash))) return;
    for (const { queryHash, state } of changed) savedAt.set(queryHash, state.dataUpdatedAt);
    await putSavedQueries(changed.map(toSavedQuery));
  }

  function saveWhenIdle() {
    if (isScheduled) return;
    isScheduled = true;
    // A browser may refuse to store anything, as when its disk is full. The page works without.
    whenIdle(() => void inTurn(save).catch(() => undefined));
  }

  const unsubscribe = queries.getQueryCache().subscribe(({ type }) => type === 'updated' && saveWhenIdle());
  saveWhenIdle();
  return () => {
    isStopped = true;
    unsubscribe();
  };
}
