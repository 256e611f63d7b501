import type { SubscriptionStatus } from '@tidemark/contract';

/** Inputs to the route guards. */
export interface Access {
  subscription: SubscriptionStatus;
  /** Number of linked accounts; null if the list could not be loaded. */
  accounts: number | null;
  /** True if the user may open the operator area and the roadmap, whatever their plan. */
  isOperator: boolean;
  /** True until the installation has a Meta app. */
  lacksMeta: boolean;
}

const openToAll = ['/profile', '/subscription', '/welcome', '/logout'];
const isSystem = (path: string) => path === '/system' || path.startsWith('/system/');
const needsAccounts = (path: string) =>
  ['/', '/compare', '/peers', '/best-time', '/labels', '/reports'].includes(path) ||
  (path.startsWith('/account/') && path !== '/account/add');

/** Returns where to redirect from `path`, or null if the user may stay. */
export function redirectFor(path: string, access: Access): '/' | '/profile' | '/system/meta' | null {
  const hasAccounts = access.accounts !== null && access.accounts > 0;
  const isActive = access.subscription === 'active';

  if (['/', '/login'].includes(path) && access.isOperator && access.lacksMeta) return '/system/meta';
  if (path === '/login') return isActive && hasAccounts ? '/' : '/profile';
  if (openToAll.includes(path)) return null;
  if (access.isOperator && (isSystem(path) || path === '/roadmap')) return null;
  if (!isActive) return '/profile';
  if (isSystem(path)) return '/';
  if (needsAccounts(path) && !hasAccounts) return '/profile';
  return null;
}
