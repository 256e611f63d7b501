import type { Account, AccountId } from '@tidemark/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useNetworkAccounts } from '#web/features/accounts/index.ts';
import { peersSearch } from './peers-search.ts';

interface PeerAccount {
  /** Undefined without a linked account. */
  account: Account | undefined;
  accounts: Account[];
  choose: (id: AccountId) => void;
}

/** Returns the account whose peers are shown: the one in the URL, or the first. */
export function usePeerAccount(): PeerAccount {
  const { account } = peersSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const accounts = useNetworkAccounts();
  return {
    account: accounts.find(({ _id }) => _id === account) ?? accounts[0],
    accounts,
    choose: (id) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, account: id }),
        replace: true,
        resetScroll: false,
      }),
  };
}
