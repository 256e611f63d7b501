import type { Account } from '@tidemark/contract';

/** Returns the display name if there is one, else the account name. */
export function displayName({ metadata, accountName }: Pick<Account, 'metadata' | 'accountName'>): string {
  return metadata.name || accountName;
}

/** Returns the first day with data for any account; null until there is one. */
export function earliestDay(accounts: readonly Pick<Account, 'earliestDate'>[]): string | null {
  return accounts.reduce<string | null>(
    (earliest, { earliestDate }) => (earliestDate && (!earliest || earliestDate < earliest) ? earliestDate : earliest),
    null,
  );
}
