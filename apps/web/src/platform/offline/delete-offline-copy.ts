import { deleteSavedQueries, inTurn } from './query-store.ts';

/** Deletes the stored app and data, whichever user they belong to. */
export async function deleteOfflineCopy(): Promise<void> {
  // Outside a secure context, nothing was stored.
  if (!('caches' in globalThis)) return;
  await inTurn(deleteAll);
}

export async function deleteAll(): Promise<void> {
  const names = await caches.keys();
  await Promise.all([deleteSavedQueries(), ...names.map((name) => caches.delete(name))]);
}
