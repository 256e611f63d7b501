import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Clock4 } from 'lucide-react';
import { figuresSearch } from '#web/features/periods/index.ts';
import { root } from '#web/platform/root-route.ts';
import { questionSearch } from './question-search.ts';

export const bestTimePage = createRoute({
  getParentRoute: () => root,
  path: '/best-time',
  staticData: { needs: 'accounts', name: 'Best time to post', menu: { icon: Clock4 } },
  validateSearch: figuresSearch(questionSearch),
  component: lazyRouteComponent(() => import('./best-time-page.tsx'), 'BestTimePage'),
});
