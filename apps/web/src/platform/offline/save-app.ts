import { offlineDocument, toCacheName } from './app-cache.ts';

/** Registers the service worker. Returns false where there is none, as over plain http. */
export async function registerWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  return Boolean(await navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

export async function unregisterWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** Stores the document, and the assets that this page has loaded and will load until it is stopped. */
export async function saveApp(signal: AbortSignal): Promise<void> {
  const entryScript = new URL(document.querySelector<HTMLScriptElement>('script[defer]')?.src ?? '').pathname;
  const name = toCacheName(entryScript);
  const cache = await caches.open(name);
  const saved = await cache.match(offlineDocument);
  const config = document.querySelector('#tidemark-config')?.textContent ?? '';
  if (!saved || !(await saved.text()).includes(config)) {
    const response = await fetch(offlineDocument, { signal });
    const isOurs = response.ok && !response.redirected && (await response.clone().text()).includes(entryScript);
    // The server was upgraded since this page loaded, or the session ended.
    if (!isOurs) return void (await caches.delete(name));
    await cache.put(offlineDocument, response);
  }
  if (signal.aborted) return;
  let saving = Promise.resolve();
  const observer = new PerformanceObserver((list) => {
    const files = list.getEntries().map((entry) => entry.name);
    // A browser may refuse to store anything. The page works without.
    saving = saving.then(() => saveAssets(name, cache, files)).catch(() => undefined);
  });
  observer.observe({ type: 'resource', buffered: true });
  signal.addEventListener('abort', () => observer.disconnect());
}

async function saveAssets(name: string, cache: Cache, files: string[]): Promise<void> {
  for (const file of new Set(files)) {
    if (!file.startsWith(`${window.location.origin}/assets/`)) continue;
    // The user has signed out, or a new build's worker has deleted the cache.
    if (!(await caches.has(name))) return;
    // Taken from the browser's own cache, without a request. One that fails must not cost the others.
    if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file).catch(() => undefined);
  }
}
