import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

/** Facts about a page that the app needs before the page's code loads. */
export interface PageFacts {
  /**
   * Only these users may open it. A plan must be active; accounts are linked ones, and need a plan. A page for the team
   * needs accounts, and is closed to clients.
   */
  needs: 'nothing' | 'plan' | 'plan or operator' | 'accounts' | 'team' | 'operator';
  /** The page's name in the menu, breadcrumbs and title, unless its path says it. */
  name?: string;
  /** Puts it in the menu of users with accounts who may open it. */
  menu?: { icon: LucideIcon; minAccounts?: number };
  /** Set if it covers all selected accounts: over the selected period, or over a range of its own. */
  covers?: 'period' | 'own range';
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- an interface is the only way to add to another
  interface StaticDataRouteOption extends PageFacts {}
}

export interface RouterContext {
  queries: QueryClient;
  /** Returns where to redirect, or null if the user may stay. */
  findRedirect: (path: string, needs: PageFacts['needs']) => '/' | '/profile' | '/system/meta' | null;
}

export const root = createRootRouteWithContext<RouterContext>()({
  staticData: { needs: 'nothing' },
  beforeLoad({ location, context, matches }) {
    const to = context.findRedirect(location.pathname, matches.at(-1)?.staticData.needs ?? 'nothing');
    if (to) throw redirect({ to, replace: true });
  },
});
