import type { ConnectionAccount } from '@tidemark/contract';

/** An account in the grid. */
export interface ListedAccount extends ConnectionAccount {
  /** True if linked while the login that would sync it does not work. */
  isStopped: boolean;
  /** True for the account to link first. */
  isSuggested: boolean;
}
