import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Presentation } from 'lucide-react';
import { root } from '#web/platform/root-route.ts';

export const reportsPage = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  staticData: { needs: 'accounts', menu: { icon: Presentation } },
  validateSearch: ({ report }: { report?: string }) => ({ report }),
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
});
