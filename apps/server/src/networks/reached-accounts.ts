import type { AccountId, AccountType } from '@tidemark/contract';
import type { AccountProfile } from '../features/accounts/index.ts';

/** Returns the profile of an account that one of the user's own working logins reaches; throws if none does. */
export type FindReached = (userId: string, accountId: AccountId) => Promise<AccountProfile>;

/** The enabled networks' logins, by type of account. */
export type ReachedAccounts = Readonly<Partial<Record<AccountType, FindReached>>>;
