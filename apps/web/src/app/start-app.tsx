import type { PageStart } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSessionClient } from '#web/features/auth/index.ts';
import { isSignInPage } from '#web/features/credentials/index.ts';
import { prefetchFigures } from '#web/features/overview/index.ts';
import { drawnPage } from '#web/platform/drawn-page.ts';
import { takeDrawnStart } from '#web/platform/early-answers.ts';
import { loadConfig } from '#web/platform/config.ts';
import { offerLatest } from '#web/platform/live/page-start.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { enterWorkspace } from '#web/platform/session/workspace.ts';
import { App } from './app.tsx';
import { fillCache } from './fill-cache.ts';
import { enableClicks } from './first-page/enable-clicks.ts';
import { createAppRouter } from './routes.tsx';
import { ConfigFailed } from './screens/config-failed.tsx';
import { parseSearch } from '#web/platform/search.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

/** The session usually answers before the app has loaded; the wait is shown only after this long. */
const quietMilliseconds = 150;

const SharedPage = lazyComponent(async () => (await import('#web/features/shares/shared-page.tsx')).default);
const SignInPages = lazyComponent(async () => (await import('#web/features/credentials/sign-in-pages.tsx')).default);

export async function startApp(element: HTMLElement) {
  const { pathname } = window.location;
  const isDrawn = element.hasChildNodes();
  const render = (tree: ReactNode) => createRoot(element).render(tree);
  if (!isDrawn) enableClicks();
  // It lacks figures, and will be drawn anew.
  else if (!drawnPage()) element.inert = true;
  if (isSignInPage(pathname)) return render(<SignInPages />);
  if (pathname.startsWith('/share/')) return render(<SharedPage />);
  const queries = createQueryClient();
  // Runs once, outside React, and first: nothing can be shown without the session.
  const session = createSessionClient({ queries, onPage: (page) => openWith(queries, page) });
  try {
    const [config] = await Promise.all([
      loadConfig(),
      // A page that the server has drawn is shown meanwhile.
      isDrawn
        ? session.started
        : Promise.race([session.started, new Promise((done) => setTimeout(done, quietMilliseconds))]),
    ]);
    // If `/session/page` had no data, the app requests them one by one, and its guards decide.
    const hasPage = queries.getQueryData(userQuery.queryKey) !== undefined;
    const router = isDrawn && hasPage && session.state().is === 'signed-in' ? await loadDrawnPage(queries) : undefined;
    const takesOver = router && drawnPage() !== null;
    // Makes the router render the same elements as on the server.
    if (takesOver) router.ssr = { manifest: undefined };
    const app = (
      <StrictMode>
        <App config={config} session={session} queries={queries} router={router} />
      </StrictMode>
    );
    // Drawn in slices: a phone takes tens of milliseconds.
    startTransition(() => void (takesOver ? hydrateRoot(element, app) : render(app)));
  } catch {
    enableClicks();
    render(<ConfigFailed />);
  }
}

/** Loads the page that the server has drawn: the server has checked what guards check. */
async function loadDrawnPage(queries: QueryClient) {
  const router = createAppRouter({ findRedirect: () => null, queries });
  await router.load();
  return router;
}

/** Fills the cache, and requests the figures before React has drawn the page that shows them. */
function openWith(queries: QueryClient, latest: PageStart) {
  const drawn = takeDrawnStart(latest.user.user._id);
  const page = drawn ?? latest;
  const { user, accounts } = page;
  enterWorkspace(page);
  fillCache(queries, page);
  if (drawn) offerLatest(() => fillCache(queries, latest, 1));
  const { pathname, search } = window.location;
  if (user.user.subscription.status === 'active')
    prefetchFigures(queries, { accounts, pathname, search: parseSearch(search) });
}
