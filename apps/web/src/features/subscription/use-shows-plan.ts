import { useConfig } from '#web/platform/config.ts';
import { useUser } from '#web/platform/session/user.query.ts';

/** Returns false where a plan means nothing to the user: none is sold, and theirs limits nothing. */
export function useShowsPlan(): boolean {
  const { takesPayments } = useConfig();
  const { accountLimits, subscription } = useUser().user;
  return takesPayments || !accountLimits.unlimited || subscription.status !== 'active';
}
