import type { ConnectionAccount } from '@tidemark/contract';
import { useSyncState } from '#web/features/accounts/index.ts';

/** Returns a linked account's sync state: from the list, updated by its live state. */
export function useAccountState(account: ConnectionAccount) {
  const state = useSyncState(account.id, account.linked);
  // The list alone knows if the login still lists the account.
  const unlisted = account.problem?.code === 'account_unreachable' ? account.problem : null;
  return {
    state,
    lastSyncAt: account.linked ? (state?.lastSyncAt ?? account.lastSyncAt) : null,
    running: state?.syncRunning ?? account.syncRunning,
    problem: account.linked ? (unlisted ?? (state ? state.problem : account.problem)) : null,
  };
}
