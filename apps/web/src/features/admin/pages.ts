import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '#web/platform/root-route.ts';

const getParentRoute = () => root;
const staticData = { needs: 'operator' } as const;

export const adminPages = [
  createRoute({
    getParentRoute,
    path: '/system',
    staticData,
    component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system/dashboard',
    staticData: { ...staticData, name: 'Fleet health' },
    component: lazyRouteComponent(() => import('./dashboard/fleet-page.tsx'), 'FleetPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system/accounts',
    staticData,
    component: lazyRouteComponent(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system/users',
    staticData,
    component: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system/meta',
    staticData,
    component: lazyRouteComponent(() => import('./meta/meta-page.tsx'), 'MetaPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system/meta/compare',
    staticData: { ...staticData, name: 'Compare with the app' },
    component: lazyRouteComponent(() => import('./app-comparisons/app-comparisons-page.tsx'), 'AppComparisonsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system/stripe',
    staticData,
    component: lazyRouteComponent(() => import('./stripe/stripe-page.tsx'), 'StripePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system/settings',
    staticData,
    component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  }),
] as const;
