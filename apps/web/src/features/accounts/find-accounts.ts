import type { Account, AccountId } from '@tidemark/contract';
import { toSearchText } from '@tidemark/contract/search-text';
import { displayName } from './account-facts.ts';

/** Finds accounts whose name or username contains each word in the query. */
export function findAccounts<Found extends Pick<Account, 'metadata' | 'accountName' | 'username'>>(
  accounts: readonly Found[],
  query: string,
): Found[] {
  const words = toSearchText(query.trim()).replace(/^@/, '').split(/\s+/);
  return accounts.filter((account) => {
    const text = toSearchText(`${displayName(account)} ${account.username}`);
    return words.every((word) => text.includes(word));
  });
}

/** Returns the IDs of the accounts with the most followers. */
export function mostFollowed(
  accounts: readonly { _id: AccountId; metadata: Pick<Account['metadata'], 'followersCount'> }[],
  count: number,
): AccountId[] {
  return accounts
    .toSorted((one, other) => (other.metadata.followersCount ?? 0) - (one.metadata.followersCount ?? 0))
    .slice(0, count)
    .map(({ _id }) => _id);
}
