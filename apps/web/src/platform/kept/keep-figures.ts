import type { PageStart } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { findFigure, saveFigures, trimFigures } from './figures-store.ts';
import { forgetKept } from './forget-kept.ts';
import { isKept, readFigure, toFigure, userHash } from './kept-query.ts';

const patienceMillis = 3_000;

/** Deletes what another user left, and what is too old or too much. */
export async function claimKept(userId: string): Promise<void> {
  const owner = await findFigure(userHash);
  if (owner && readFigure<PageStart['user']>(owner)[1].user._id === userId) await trimFigures();
  else await forgetKept();
}

/** Keeps what the user's pages load, at idle, until the returned function is called. */
export function keepFigures(queries: QueryClient): () => void {
  const savedAt = new Map<string, number>();
  let isWaiting = false;
  let isOver = false;

  async function save() {
    isWaiting = false;
    if (isOver) return;
    const changed = queries
      .getQueryCache()
      .getAll()
      .filter((query) => isKept(query) && savedAt.get(query.queryHash) !== query.state.dataUpdatedAt);
    for (const { queryHash, state } of changed) savedAt.set(queryHash, state.dataUpdatedAt);
    await saveFigures(changed.map(toFigure));
  }

  function saveWhenIdle() {
    if (isWaiting) return;
    isWaiting = true;
    // A browser may refuse to store anything, as when its disk is full; nothing depends on it.
    whenIdle(() => void save().catch(() => undefined));
  }

  const unsubscribe = queries.getQueryCache().subscribe(({ type }) => type === 'updated' && saveWhenIdle());
  saveWhenIdle();
  return () => {
    isOver = true;
    unsubscribe();
  };
}

/** Waits at most a few seconds, because some pages never rest. Safari cannot say when it is idle. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(run, { timeout: patienceMillis }) : setTimeout(run);
