import type { ConnectionAccount } from '@tidemark/contract';
import { useSyncState } from '#web/features/accounts/index.ts';

/** What is known of a linked account's sync: as the list told it, and newer from its own state. */
export function useAccountState(account: ConnectionAccount) {
  const state = useSyncState(account.id, account.linked);
  // Whether the login lists it, only the list knows.
  const unlisted = account.problem?.code === 'account_unreachable' ? account.problem : null;
  return {
    state,
    running: state?.syncRunning ?? account.syncRunning,
    problem: account.linked ? (unlisted ?? (state ? state.problem : account.problem)) : null,
  };
}
