import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { root } from '#web/platform/root-route.ts';
import { peersSearch } from './peers-search.ts';

export const peersPage = createRoute({
  getParentRoute: () => root,
  path: '/peers',
  staticData: { needs: 'team', menu: { icon: UsersRound } },
  validateSearch: peersSearch,
  component: lazyRouteComponent(() => import('./peers-page.tsx'), 'PeersPage'),
});
