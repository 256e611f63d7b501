import type { PageFacts } from '#web/platform/root-route.ts';
import type { SubscriptionStatus } from '@tidemark/contract';

/** Inputs to the route guards. */
export interface Access {
  subscription: SubscriptionStatus;
  /** Number of linked accounts; null if the list could not be loaded. */
  accounts: number | null;
  /** True if the user may open the operator area and the roadmap, whatever their plan. */
  isOperator: boolean;
  /** True while the page shows a workspace in which the user is a client. */
  isClient: boolean;
  /** True until the installation has a Meta app. */
  lacksMeta: boolean;
}

/** Returns where to redirect from `path`, or null if the user may stay. */
export function redirectFor(
  path: string,
  needs: PageFacts['needs'],
  access: Access,
): '/' | '/profile' | '/system/meta' | null {
  const hasAccounts = access.accounts !== null && access.accounts > 0;
  const isActive = access.subscription === 'active';

  if (['/', '/login'].includes(path) && access.isOperator && access.lacksMeta && !hasAccounts) return '/system/meta';
  if (path === '/login') return isActive && hasAccounts ? '/' : '/profile';
  if (needs === 'nothing') return null;
  if (access.isOperator && (needs === 'operator' || needs === 'plan or operator')) return null;
  if (!isActive) return '/profile';
  if (needs === 'operator') return '/';
  if ((needs === 'accounts' || needs === 'team') && !hasAccounts) return '/profile';
  return needs === 'team' && access.isClient ? '/' : null;
}
