import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { root, type RouterContext } from '#web/platform/root-route.ts';
import { parseSearch, stringifySearch } from '#web/platform/search.ts';
import { pages } from './pages.ts';
import { PageFailed } from './screens/page-failed.tsx';
import { Shell } from './shell/shell.tsx';

const routeTree = root.update({ ...root.options, component: Shell }).addChildren(pages);

/** Follows the browser's address; on the server, `history` has the page's. */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    // Writes a script into a page that is drawn on the server.
    scrollRestoration: history === undefined,
  });
}

export type LoadedRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: LoadedRouter;
  }
}
