import type { User } from '@tidemark/contract';

function isLimitReached({ accountLimits, accountRefs }: Pick<User, 'accountLimits' | 'accountRefs'>): boolean {
  return !accountLimits.unlimited && accountRefs.length >= accountLimits.total;
}

/** Returns why the user cannot link another account; null if they can. */
export function explainNoLinking(user: Pick<User, 'accountLimits' | 'accountRefs' | 'subscription'>): string | null {
  if (user.subscription.status !== 'active') return 'An active subscription is required to link accounts.';
  return isLimitReached(user) ? 'You’ve reached your plan’s account limit.' : null;
}

export function describeLimit({ unlimited, total }: User['accountLimits']): string {
  if (unlimited) return 'Unlimited accounts';
  return total === 0 ? 'No linked accounts' : `Up to ${total} ${total === 1 ? 'account' : 'accounts'}`;
}
