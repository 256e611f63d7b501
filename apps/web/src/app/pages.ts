import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { accountsQuery } from '#web/features/accounts/index.ts';
import { adminPages } from '#web/features/admin/pages.ts';
import { bestTimePage } from '#web/features/best-time/pages.ts';
import { comparePage } from '#web/features/comparison/pages.ts';
import { labelsPage } from '#web/features/labels/pages.ts';
import { prefetchFigures, viewSearch } from '#web/features/overview/index.ts';
import { peersPage } from '#web/features/peers/pages.ts';
import { figuresSearch } from '#web/features/periods/index.ts';
import { profileSearch } from '#web/features/profile/profile-search.ts';
import { reportsPage } from '#web/features/reports/pages.ts';
import { roadmapPage } from '#web/features/roadmap/pages.ts';
import { subscriptionPage } from '#web/features/subscription/pages.ts';
import { type PageFacts, root, type RouterContext } from '#web/platform/root-route.ts';
import { LogOutScreen } from './screens/log-out-screen.tsx';

const getParentRoute = () => root;
const overviewSearch = figuresSearch(viewSearch);

/** Requests figures as soon as the user points at a link to them, before their page is drawn. */
const requestFigures = {
  loaderDeps: ({ search }: { search: ReturnType<typeof overviewSearch> }) => search,
  loader({ context, deps, location }: { context: RouterContext; deps: object; location: { pathname: string } }) {
    const accounts = context.queries.getQueryData(accountsQuery.queryKey)?.accounts;
    if (accounts) prefetchFigures(context.queries, { accounts, pathname: location.pathname, search: { ...deps } });
  },
};

/** All pages, in the menu's order: those that combine features, and each feature's own. */
export const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    staticData: { needs: 'accounts', covers: 'period' },
    validateSearch: overviewSearch,
    ...requestFigures,
    component: lazyRouteComponent(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
  }),
  comparePage,
  createRoute({
    getParentRoute,
    path: '/posts',
    staticData: { needs: 'accounts', menu: { icon: Images }, covers: 'period' },
    // The page parses its own parameters, because a parser here would load with the first screen.
    validateSearch: figuresSearch((search): object => search),
    component: lazyRouteComponent(() => import('./pages/posts-page.tsx'), 'PostsPage'),
  }),
  peersPage,
  bestTimePage,
  labelsPage,
  reportsPage,
  createRoute({
    getParentRoute,
    path: '/account/$id',
    staticData: { needs: 'accounts' },
    validateSearch: overviewSearch,
    ...requestFigures,
    component: lazyRouteComponent(() => import('./pages/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/account/$id/post/$mediaId',
    staticData: { needs: 'accounts' },
    validateSearch: overviewSearch,
    component: lazyRouteComponent(() => import('./pages/post-page.tsx'), 'PostPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/account/add',
    staticData: { needs: 'plan', name: 'Add an account' },
    component: lazyRouteComponent(() => import('./pages/add-account-page.tsx'), 'AddAccountPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/connect/$network',
    staticData: { needs: 'nothing' },
    component: lazyRouteComponent(() => import('./pages/add-account-page.tsx'), 'ReturnPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/profile',
    staticData: { needs: 'nothing' },
    validateSearch: profileSearch,
    component: lazyRouteComponent(() => import('./pages/profile-page.tsx'), 'ProfilePage'),
  }),
  subscriptionPage,
  createRoute({
    getParentRoute,
    path: '/welcome',
    staticData: { needs: 'nothing' },
    component: lazyRouteComponent(() => import('./pages/welcome-page.tsx'), 'WelcomePage'),
  }),
  createRoute({ getParentRoute, path: '/login', staticData: { needs: 'nothing' } }),
  createRoute({ getParentRoute, path: '/logout', staticData: { needs: 'nothing' }, component: LogOutScreen }),
  roadmapPage,
  ...adminPages,
  createRoute({
    getParentRoute,
    path: '$',
    staticData: { needs: 'plan' },
    beforeLoad() {
      throw redirect({ to: '/profile', replace: true });
    },
  }),
] as const;

/** Returns the facts about the page at a path without parameters; undefined for other paths. */
export function findFacts(path: string): PageFacts | undefined {
  return pages.find(({ options }) => 'path' in options && options.path === path)?.options.staticData;
}
