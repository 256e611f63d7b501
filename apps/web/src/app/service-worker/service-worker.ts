import { offlineDocument, toCacheName } from '#web/platform/offline/app-cache.ts';
import { deleteOfflineCopy } from '#web/platform/offline/delete-offline-copy.ts';
import { classifyRequest, isUnreachable } from './classify-request.ts';

/** Set by the build: the entry script of the build this worker belongs to. */
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

/** The worker's global scope. TypeScript's library for pages lacks it. */
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
  const kind = classifyRequest(event.request, self.location.origin);
  if (kind === 'page') event.respondWith(openPage(event));
  // Every navigation is preloaded, and would be sent twice if the response were not used.
  if (kind === 'other-page') event.respondWith(loadPage(event));
  if (kind === 'asset') event.respondWith(loadAsset(event.request));
});

async function install(event: InstallEvent): Promise<void> {
  void self.skipWaiting();
  // Otherwise every call waits for the worker to start, a tenth of a second and more on a busy machine.
  const toNetwork = (urlPattern: string) => ({ condition: { urlPattern }, source: 'network' as const });
  await event.addRoutes?.(['/api/*', '/files/*'].map(toNetwork));
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // Requests pages while the worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Takes pages from the network whenever it answers, so an upgrade shows at the next load. */
async function openPage(event: FetchEvent): Promise<Response> {
  const response = await loadPage(event).catch((error: Error) => error);
  if (response instanceof Response && !isUnreachable(response.status)) {
    // The server redirects to the sign-in: the session has ended.
    if (response.type === 'opaqueredirect') event.waitUntil(deleteOfflineCopy());
    return response;
  }
  const stored = await findStored(offlineDocument);
  if (stored) return stored;
  if (response instanceof Error) throw response;
  return response;
}

async function loadPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** Takes assets from the cache first. Their names contain their hash, so they never go stale. */
async function loadAsset(request: Request): Promise<Response> {
  return (await findStored(request)) ?? fetch(request);
}

const findStored = (request: Request | string) => caches.match(request, { cacheName, ignoreVary: true });
