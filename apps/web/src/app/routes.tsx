import type { FeatureName } from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { accountsQuery, accountsSearch } from '#web/features/accounts/index.ts';
import { featuresQuery } from '#web/features/auth/index.ts';
import { questionSearch } from '#web/features/best-time/question-search.ts';
import { comparisonSearch } from '#web/features/comparison/account-comparison/comparison-view.ts';
import { labelSearch } from '#web/features/labels/label-search.ts';
import { prefetchFigures, viewSearch } from '#web/features/overview/index.ts';
import { peersSearch } from '#web/features/peers/peers-search.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { profileSearch } from '#web/features/profile/profile-search.ts';
import { roadmapSearch } from '#web/features/roadmap/index.ts';
import { notify } from '#web/ui/toaster.tsx';
import { redirectFor, type Access } from './guards.ts';
import { LogOutScreen } from './screens/log-out-screen.tsx';
import { PageFailed } from './screens/page-failed.tsx';
import { parseSearch, stringifySearch } from '#web/platform/search.ts';
import { Shell } from './shell/shell.tsx';

export interface RouterContext {
  access: Access;
  queries: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  beforeLoad({ location, context }) {
    const to = redirectFor(location.pathname, context.access);
    if (to) throw redirect({ to, replace: true });
  },
});

const analyticsSearch = (search: Record<string, unknown>) => ({ ...viewSearch(search), ...accountsSearch(search) });

/** Parses a page's own URL parameters, and those that stay for the way back. */
const keepRange =
  <Own extends object>(own: (search: Record<string, unknown>) => Own) =>
  (search: Record<string, unknown>) => ({ ...periodSearch(search), ...own(search), ...accountsSearch(search) });

/** Requests figures as soon as the user points at a link to them, before their page is drawn. */
const requestFigures = {
  loaderDeps: ({ search }: { search: ReturnType<typeof analyticsSearch> }) => search,
  loader({ context, deps, location }: { context: RouterContext; deps: object; location: { pathname: string } }) {
    const accounts = context.queries.getQueryData(accountsQuery.queryKey)?.accounts;
    if (accounts) prefetchFigures(context.queries, { accounts, pathname: location.pathname, search: { ...deps } });
  },
};

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: analyticsSearch,
  ...requestFigures,
  component: lazyRouteComponent(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
});
const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: keepRange(comparisonSearch),
  component: lazyRouteComponent(
    () => import('#web/features/comparison/account-comparison/compare-page.tsx'),
    'ComparePage',
  ),
});
const peers = createRoute({
  getParentRoute: () => root,
  path: '/peers',
  validateSearch: peersSearch,
  component: lazyRouteComponent(() => import('#web/features/peers/peers-page.tsx'), 'PeersPage'),
});
const bestTime = createRoute({
  getParentRoute: () => root,
  path: '/best-time',
  validateSearch: keepRange(questionSearch),
  component: lazyRouteComponent(() => import('#web/features/best-time/best-time-page.tsx'), 'BestTimePage'),
});
const labels = createRoute({
  getParentRoute: () => root,
  path: '/labels',
  validateSearch: keepRange(labelSearch),
  component: lazyRouteComponent(() => import('#web/features/labels/labels-page.tsx'), 'LabelsPage'),
});
const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: ({ report }: { report?: string }) => ({ report }),
  component: lazyRouteComponent(() => import('#web/features/reports/reports-page.tsx'), 'ReportsPage'),
});
const account = createRoute({
  getParentRoute: () => root,
  path: '/account/$id',
  validateSearch: analyticsSearch,
  ...requestFigures,
  component: lazyRouteComponent(() => import('./pages/account-page.tsx'), 'AccountPage'),
});
const post = createRoute({
  getParentRoute: () => root,
  path: '/account/$id/post/$mediaId',
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('./pages/post-page.tsx'), 'PostPage'),
});
const addAccount = createRoute({
  getParentRoute: () => root,
  path: '/account/add',
  component: lazyRouteComponent(() => import('./pages/add-account-page.tsx'), 'AddAccountPage'),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  validateSearch: profileSearch,
  component: lazyRouteComponent(() => import('./pages/profile-page.tsx'), 'ProfilePage'),
});
const subscription = createRoute({
  getParentRoute: () => root,
  path: '/subscription',
  component: lazyRouteComponent(() => import('#web/features/subscription/subscription-page.tsx'), 'SubscriptionPage'),
});
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./pages/welcome-page.tsx'), 'WelcomePage'),
});
const login = createRoute({ getParentRoute: () => root, path: '/login' });
const logout = createRoute({ getParentRoute: () => root, path: '/logout', component: LogOutScreen });

const system = createRoute({
  getParentRoute: () => root,
  path: '/system',
  component: lazyRouteComponent(() => import('#web/features/admin/overview/overview-page.tsx'), 'OverviewPage'),
});
const systemDashboard = createRoute({
  getParentRoute: () => root,
  path: '/system/dashboard',
  component: lazyRouteComponent(() => import('#web/features/admin/dashboard/fleet-page.tsx'), 'FleetPage'),
});
const systemAccounts = createRoute({
  getParentRoute: () => root,
  path: '/system/accounts',
  component: lazyRouteComponent(() => import('#web/features/admin/accounts/accounts-page.tsx'), 'AccountsPage'),
});
const systemUsers = createRoute({
  getParentRoute: () => root,
  path: '/system/users',
  component: lazyRouteComponent(() => import('#web/features/admin/users/users-page.tsx'), 'UsersPage'),
});
const systemMeta = createRoute({
  getParentRoute: () => root,
  path: '/system/meta',
  component: lazyRouteComponent(() => import('#web/features/admin/meta/meta-page.tsx'), 'MetaPage'),
});
const systemAppComparisons = createRoute({
  getParentRoute: () => root,
  path: '/system/meta/compare',
  component: lazyRouteComponent(
    () => import('#web/features/admin/app-comparisons/app-comparisons-page.tsx'),
    'AppComparisonsPage',
  ),
});
const systemStripe = createRoute({
  getParentRoute: () => root,
  path: '/system/stripe',
  component: lazyRouteComponent(() => import('#web/features/admin/stripe/stripe-page.tsx'), 'StripePage'),
});

const roadmap = createRoute({
  getParentRoute: () => root,
  path: '/roadmap',
  validateSearch: roadmapSearch,
  async beforeLoad({ context, preload }) {
    if (!(await hasFeature(context.queries, 'roadmapAccess.view', preload))) throw redirect({ to: '/', replace: true });
  },
  component: lazyRouteComponent(() => import('#web/features/roadmap/roadmap-page.tsx'), 'RoadmapPage'),
});

async function hasFeature(queries: QueryClient, feature: FeatureName, preload: boolean): Promise<boolean> {
  try {
    return (await queries.ensureQueryData(featuresQuery([feature])))[feature] === true;
  } catch {
    // Pointing at a link preloads its page; a failure then is not worth reporting.
    if (!preload) notify.error('Unable to load user features.');
    return false;
  }
}

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad() {
    throw redirect({ to: '/profile', replace: true });
  },
});

const routeTree = root.addChildren([
  dashboard,
  compare,
  peers,
  bestTime,
  labels,
  reports,
  account,
  post,
  addAccount,
  profile,
  subscription,
  welcome,
  login,
  logout,
  roadmap,
  system,
  systemDashboard,
  systemAccounts,
  systemUsers,
  systemMeta,
  systemAppComparisons,
  systemStripe,
  unknown,
]);

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
