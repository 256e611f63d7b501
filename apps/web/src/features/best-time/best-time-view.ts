import type { Account, TimedFormat } from '@tidemark/contract';
import { useSearch } from '@tanstack/react-router';
import { useNetworkAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { questionSearch } from './question-search.ts';

interface BestTimeView {
  /** Undefined if no account is selected. */
  account: Account | undefined;
  accounts: Account[];
  format: TimedFormat | null;
  show: (change: { account?: string; format?: TimedFormat | null }) => void;
}

/** Covers one account at a time: the one in the URL, or the first selected one. */
export function useBestTimeView(): BestTimeView {
  const { account, format } = questionSearch(useSearch({ strict: false }));
  const changeSearch = useChangeSearch();
  const shown = useShownAccounts();
  const accounts = useNetworkAccounts().filter(({ _id }) => shown.includes(_id));
  return {
    account: accounts.find(({ _id }) => _id === account) ?? accounts[0],
    accounts,
    format: format ?? null,
    show: (change) =>
      changeSearch(() => ({
        ...(change.account !== undefined && { account: change.account }),
        ...(change.format !== undefined && { format: change.format ?? undefined }),
      })),
  };
}
