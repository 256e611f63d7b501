import type { Account, AccountId, ComparedAccount } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mostFollowed, useNetworkAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { comparedAccountsQuery } from './compared-accounts.query.ts';

export const maxComparedAccounts = 25;

export interface ComparedRow {
  account: Account;
  compared: ComparedAccount;
}

/** Returns the selected accounts, limited to the largest if there are more than one screen can compare. */
export function useComparedIds(): { accountIds: AccountId[]; selected: number } {
  const accounts = useNetworkAccounts();
  const shown = useShownAccounts();
  return useMemo(() => {
    const largest = new Set(
      mostFollowed(
        accounts.filter(({ _id }) => shown.includes(_id)),
        maxComparedAccounts,
      ),
    );
    return { accountIds: shown.filter((id) => largest.has(id)), selected: shown.length };
  }, [accounts, shown]);
}

export function useComparedAccounts() {
  const { accountIds } = useComparedIds();
  const accounts = useNetworkAccounts();
  const query = useQuery(comparedAccountsQuery(accountIds, usePeriod()));
  const rows = useMemo(
    () =>
      (query.data?.accounts ?? []).flatMap((compared): ComparedRow[] => {
        const account = accounts.find(({ _id }) => _id === compared.accountId);
        return account ? [{ account, compared }] : [];
      }),
    [query.data, accounts],
  );
  return { ...query, rows };
}
