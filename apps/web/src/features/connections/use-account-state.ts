import type { ConnectionAccount } from '@tidemark/contract';
import { useSyncState } from '#web/features/accounts/index.ts';

/** The sync state of a linked account: from the list, updated by its live state. */
export function useAccountState(account: ConnectionAccount) {
  const state = useSyncState(account.id, account.linked);
  // Only the list knows whether the login lists the account.
  const unlisted = account.problem?.code === 'account_unreachable' ? account.problem : null;
  return {
    state,
    running: state?.syncRunning ?? account.syncRunning,
    problem: account.linked ? (unlisted ?? (state ? state.problem : account.problem)) : null,
  };
}
