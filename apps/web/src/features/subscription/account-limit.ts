import type { User } from '@tidemark/contract';

export function isLimitReached({ accountLimits, accountRefs }: Pick<User, 'accountLimits' | 'accountRefs'>): boolean {
  return !accountLimits.unlimited && accountRefs.length >= accountLimits.total;
}

export function describeLimit({ unlimited, total }: User['accountLimits']): string {
  if (unlimited) return 'Unlimited accounts';
  return total === 0 ? 'No linked accounts' : `Up to ${total} ${total === 1 ? 'account' : 'accounts'}`;
}
