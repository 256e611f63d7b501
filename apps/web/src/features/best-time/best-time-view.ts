import type { Account, AccountId, TimedFormat } from '@tidemark/contract';
import { useSearch } from '@tanstack/react-router';
import { useNetworkAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { questionSearch } from './question-search.ts';

interface BestTimeView {
  /** Undefined without a linked account. */
  account: Account | undefined;
  accounts: Account[];
  format: TimedFormat | null;
  show: (change: { account?: AccountId; format?: TimedFormat | null }) => void;
}

/** Covers one account at a time: the one in the URL, or the first selected one, or the first. */
export function useBestTimeView(): BestTimeView {
  const { account, format } = questionSearch(useSearch({ strict: false }));
  const changeSearch = useChangeSearch();
  const shown = useShownAccounts();
  const accounts = useNetworkAccounts();
  const find = (id: string | undefined) => accounts.find(({ _id }) => _id === id);
  return {
    account: find(account) ?? find(shown[0]) ?? accounts[0],
    accounts,
    format: format ?? null,
    show: (change) =>
      changeSearch(() => ({
        ...(change.account !== undefined && { account: change.account }),
        ...(change.format !== undefined && { format: change.format ?? undefined }),
      })),
  };
}
