import { keptDocument, toCacheName } from './app-cache.ts';

/** Registers the service worker; false where there is none, as over plain http. */
export async function registerWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  return Boolean(await navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

/** Stops keeping anything, also when the worker's next event comes. */
export async function unregisterWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** Keeps the document and what this page has loaded of the app; the service worker adds what is loaded later. */
export async function keepApp(): Promise<void> {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module]');
  const entryScript = new URL([...scripts].at(-1)?.src ?? '').pathname;
  const name = toCacheName(entryScript);
  const cache = await caches.open(name);
  if (!(await cache.match(keptDocument))) {
    const response = await fetch(keptDocument);
    const isOwn = response.ok && (await response.clone().text()).includes(entryScript);
    // An upgrade since this page was loaded has a document of its own.
    if (!isOwn) return void (await caches.delete(name));
    await cache.put(keptDocument, response);
  }
  await untilControlled();
  const loaded = performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((file) => file.startsWith(`${window.location.origin}/assets/`));
  for (const file of new Set(loaded)) {
    // A new version's worker deletes the cache.
    if (!(await caches.has(name))) return;
    if (!(await cache.match(file))) await cache.add(file);
  }
}

async function untilControlled(): Promise<void> {
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
}
