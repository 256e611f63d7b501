import type { Account, AccountId } from '@tidemark/contract';
import { useSearch } from '@tanstack/react-router';
import { useNetworkAccounts } from '#web/features/accounts/index.ts';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
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
  const changeSearch = useChangeSearch();
  const accounts = useNetworkAccounts();
  return {
    account: accounts.find(({ _id }) => _id === account) ?? accounts[0],
    accounts,
    choose: (id) => changeSearch(() => ({ account: id })),
  };
}
