import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ChartSpline } from 'lucide-react';
import { figuresSearch } from '#web/features/periods/index.ts';
import { root } from '#web/platform/root-route.ts';

export const comparePage = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  staticData: {
    needs: 'accounts',
    name: 'Compare accounts',
    menu: { icon: ChartSpline, minAccounts: 2 },
    covers: 'period',
  },
  // The page parses its own parameters, because a parser here would load with the first screen.
  validateSearch: figuresSearch((search): object => search),
  component: lazyRouteComponent(() => import('./account-comparison/compare-page.tsx'), 'ComparePage'),
});
