import type { ConnectionAccount } from '@tidemark/contract';

/** An account in the grid. */
export interface ListedAccount extends ConnectionAccount {
  /** Linked, but the login that would sync it does not work. */
  isStopped: boolean;
  /** The one to link first. */
  isSuggested: boolean;
}
