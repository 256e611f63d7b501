import type { AccountId } from '@tidemark/contract';
import type { NetworkError } from './network-error.ts';

/** A token with access to an account, with its user. */
export interface AccountToken {
  token: string;
  userId: string;
  accountId: AccountId;
  /** The host that accepts it, by the network's own name. */
  host: string;
}

/** Finds users' logins with access to an account, and records what a network says about their tokens. */
export interface AccountLogins {
  /** Returns only that user's with a user ID. */
  findToken(accountId: AccountId, options?: { userId?: string }): Promise<AccountToken | null>;
  reportRejectedToken(login: AccountToken, failure: NetworkError): Promise<unknown>;
  reportMissingPermission(login: AccountToken): Promise<unknown>;
}
