import { deleteFigures } from './figures-store.ts';

/** Deletes the kept app and figures, whoever they belong to. */
export async function forgetKept(): Promise<void> {
  // Without a secure context, nothing was kept.
  if (!('caches' in window)) return;
  const names = await caches.keys();
  await Promise.all([deleteFigures(), ...names.map((name) => caches.delete(name))]);
}
