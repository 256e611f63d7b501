import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Tag } from 'lucide-react';
import { figuresSearch } from '#web/features/periods/index.ts';
import { root } from '#web/platform/root-route.ts';
import { labelSearch } from './label-search.ts';

export const labelsPage = createRoute({
  getParentRoute: () => root,
  path: '/labels',
  staticData: { needs: 'team', menu: { icon: Tag }, covers: 'own range' },
  validateSearch: figuresSearch(labelSearch),
  component: lazyRouteComponent(() => import('./labels-page.tsx'), 'LabelsPage'),
});
