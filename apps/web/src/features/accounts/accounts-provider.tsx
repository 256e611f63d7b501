import type { Account, AccountId } from '@tidemark/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { toAccountColors, type AccountColor } from './account-colors.ts';
import { refetchOnNewData } from './account-updates.ts';
import { accountsQuery } from './accounts.query.ts';

interface LinkedAccounts {
  /** Sorted in the order colours are assigned. */
  accounts: Account[];
  colors: Map<AccountId, AccountColor>;
  isPending: boolean;
  error: Error | null;
  refetch: () => unknown;
}

const none: Account[] = [];
const Accounts = createContext<LinkedAccounts | null>(null);

/**
 * Holds one subscription to the linked accounts, which a page uses in hundreds of places. Refetches analytics when an
 * account has new data.
 */
export function AccountsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data: accounts = none, isPending, error, refetch } = useQuery(accountsQuery);
  const colors = useMemo(() => toAccountColors(accounts), [accounts]);
  const linked = useMemo(
    () => ({ accounts, colors, isPending, error, refetch }),
    [accounts, colors, isPending, error, refetch],
  );
  useEffect(() => refetchOnNewData(queries), [queries]);
  return <Accounts value={linked}>{children}</Accounts>;
}

/** Returns the linked accounts. */
export function useAccounts(): LinkedAccounts {
  const linked = use(Accounts);
  if (!linked) throw new Error('useAccounts needs an AccountsProvider above it');
  return linked;
}

export function useAccount(id: AccountId): Account | undefined {
  return useAccounts().accounts.find((account) => account._id === id);
}

/** Returns colours by position in the whole list, so that toggling accounts never changes one. */
export function useAccountColors(): Map<AccountId, AccountColor> {
  return useAccounts().colors;
}
