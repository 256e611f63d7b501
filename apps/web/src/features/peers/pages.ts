import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { root } from '#web/platform/root-route.ts';
import { peersSearch } from './peers-search.ts';

export const peersPage = createRoute({
  getParentRoute: () => root,
  path: '/peers',
  staticData: { needs: 'accounts', menu: { icon: UsersRound, forTeam: true } },
  validateSearch: peersSearch,
  component: lazyRouteComponent(() => import('./peers-page.tsx'), 'PeersPage'),
});
