import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '#web/platform/root-route.ts';

export const subscriptionPage = createRoute({
  getParentRoute: () => root,
  path: '/subscription',
  staticData: { needs: 'nothing' },
  component: lazyRouteComponent(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
});
