import { createRouter } from '@tanstack/react-router';
import { root, type RouterContext } from '#web/platform/root-route.ts';
import { parseSearch, stringifySearch } from '#web/platform/search.ts';
import { pages } from './pages.ts';
import { PageFailed } from './screens/page-failed.tsx';
import { Shell } from './shell/shell.tsx';

const routeTree = root.update({ ...root.options, component: Shell }).addChildren(pages);

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
