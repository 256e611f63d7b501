import { keptDocument, toCacheName } from '#web/platform/kept/app-cache.ts';
import { isUnreachable, treatmentFor } from './rules.ts';

/** The entry script of the build that this worker belongs to, which the build fills in. */
declare const entryScript: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface InstallEvent extends ExtendableEvent {
  /** Chromium only. */
  addRoutes?(routes: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** The global scope, of which TypeScript's library for pages lacks these parts. */
declare const self: {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
  location: Location;
};

const cacheName = toCacheName(entryScript);

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const treatment = treatmentFor(event.request, self.location.origin);
  if (treatment === 'page') event.respondWith(openPage(event));
  // Every navigation is preloaded, and would be sent again if its response were not taken.
  if (treatment === 'passed') event.respondWith(loadPage(event));
  if (treatment === 'asset') event.respondWith(loadAsset(event));
});

async function install(event: InstallEvent): Promise<void> {
  void self.skipWaiting();
  // Otherwise, each call waits until the worker has let it pass: a tenth of a second and more on a busy machine.
  const toNetwork = (urlPattern: string) => ({ condition: { urlPattern }, source: 'network' as const });
  await event.addRoutes?.(['/api/*', '/files/*'].map(toNetwork));
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // The request for a page does not wait for this worker to start.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Documents come from the network whenever there is one, so that an upgrade is seen at once. */
async function openPage(event: FetchEvent): Promise<Response> {
  const response = await loadPage(event).catch((error: Error) => error);
  if (response instanceof Response && !isUnreachable(response.status)) return response;
  const kept = await findKept(keptDocument);
  if (kept) return kept;
  if (response instanceof Error) throw response;
  return response;
}

async function loadPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** The names of assets contain their hash, so a kept one is never out of date. */
async function loadAsset(event: FetchEvent): Promise<Response> {
  const kept = await findKept(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  // Only signed-in pages open the cache.
  if (response.ok && (await caches.has(cacheName))) {
    const copy = response.clone();
    event.waitUntil(caches.open(cacheName).then((cache) => cache.put(event.request, copy)));
  }
  return response;
}

const findKept = (request: Request | string) => caches.match(request, { cacheName, ignoreVary: true });
