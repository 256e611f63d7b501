import type { Account, AccountId } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from './accounts.query.ts';

const none: Account[] = [];

/** The linked accounts, in the order in which colours are assigned. */
export function useAccounts() {
  const { data, isPending, error, refetch } = useQuery(accountsQuery);
  return { accounts: data ?? none, isPending, error, refetch };
}

export function useAccount(id: AccountId): Account | undefined {
  return useAccounts().accounts.find((account) => account._id === id);
}

/** The display name if there is one, else the account name. */
export function displayName({ metadata, accountName }: Pick<Account, 'metadata' | 'accountName'>): string {
  return metadata.name || accountName;
}

/** The first day with data of any of the accounts; null until there is one. */
export function earliestDay(accounts: readonly Pick<Account, 'earliestDate'>[]): string | null {
  return accounts.reduce<string | null>(
    (earliest, { earliestDate }) => (earliestDate && (!earliest || earliestDate < earliest) ? earliestDate : earliest),
    null,
  );
}
