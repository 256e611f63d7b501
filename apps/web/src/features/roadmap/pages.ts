import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { featuresQuery } from '#web/features/auth/index.ts';
import { root } from '#web/platform/root-route.ts';
import { notify } from '#web/ui/toaster.tsx';
import { roadmapSearch } from './roadmap-search.ts';

const feature = 'roadmapAccess.view';

export const roadmapPage = createRoute({
  getParentRoute: () => root,
  path: '/roadmap',
  staticData: { needs: 'plan or operator' },
  validateSearch: roadmapSearch,
  async beforeLoad({ context, preload }) {
    if (!(await mayView(context.queries, preload))) throw redirect({ to: '/', replace: true });
  },
  component: lazyRouteComponent(() => import('./roadmap-page.tsx'), 'RoadmapPage'),
});

async function mayView(queries: QueryClient, preload: boolean): Promise<boolean> {
  try {
    return (await queries.ensureQueryData(featuresQuery([feature])))[feature] === true;
  } catch {
    // Pointing at a link preloads its page; a failure then is not worth reporting.
    if (!preload) notify.error('Unable to load user features.');
    return false;
  }
}
