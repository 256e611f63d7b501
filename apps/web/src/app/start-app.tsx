import type { PageStart } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { accountsQuery } from '#web/features/accounts/index.ts';
import { createSessionClient } from '#web/features/auth/index.ts';
import { isSignInPage } from '#web/features/credentials/index.ts';
import { prefetchFigures } from '#web/features/overview/index.ts';
import { loadConfig } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { enterWorkspace } from '#web/platform/session/workspace.ts';
import { App } from './app.tsx';
import { ConfigFailed } from './screens/config-failed.tsx';
import { parseSearch } from '#web/platform/search.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

/** The session usually answers before the app has loaded; the wait is shown only after this long. */
const quietMilliseconds = 150;

const SharedPage = lazyComponent(async () => (await import('#web/features/shares/shared-page.tsx')).default);
const SignInPages = lazyComponent(async () => (await import('#web/features/credentials/sign-in-pages.tsx')).default);

export async function startApp(element: Element) {
  const root = createRoot(element);
  const { pathname } = window.location;
  if (isSignInPage(pathname)) return root.render(<SignInPages />);
  if (pathname.startsWith('/share/')) return root.render(<SharedPage />);
  const queries = createQueryClient();
  // Runs once, outside React, and first: nothing can be shown without the session.
  const session = createSessionClient({ queries, onPage: (page) => openWith(queries, page) });
  try {
    const [config] = await Promise.all([
      loadConfig(),
      Promise.race([session.started, new Promise((done) => setTimeout(done, quietMilliseconds))]),
    ]);
    // Drawn in slices: a phone takes tens of milliseconds.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App config={config} session={session} queries={queries} />
        </StrictMode>,
      ),
    );
  } catch {
    root.render(<ConfigFailed />);
  }
}

/** Fills the cache, and requests the figures before React has drawn the page that shows them. */
function openWith(queries: QueryClient, { user, accounts, unreadAlerts, ...workspaces }: PageStart) {
  enterWorkspace(workspaces);
  queries.setQueryData(queryKeys.workspaces, workspaces);
  queries.setQueryData(userQuery.queryKey, user);
  queries.setQueryData(accountsQuery.queryKey, { accounts });
  queries.setQueryData(queryKeys.unreadAlerts, unreadAlerts);
  const { pathname, search } = window.location;
  if (user.user.subscription.status === 'active')
    prefetchFigures(queries, { accounts, pathname, search: parseSearch(search) });
}
