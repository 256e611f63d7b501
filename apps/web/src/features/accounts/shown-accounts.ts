import type { Account, AccountId } from '@tidemark/contract';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { usePreload } from '#web/platform/use-preload.ts';
import { enabledNetworks, useSelectedNetwork } from './network.ts';
import { useAccounts } from './accounts-provider.tsx';

const nobody = 'none';

/** Parses `?accounts=`: comma-separated IDs, 'none', or absent for all. */
export function accountsSearch(search: Record<string, unknown>): { accounts?: string } {
  return typeof search.accounts === 'string' && /^[A-Za-z0-9_,-]+$/.test(search.accounts)
    ? { accounts: search.accounts }
    : {};
}

export function toShownAccounts(accounts: readonly Pick<Account, '_id'>[], search: string | undefined): AccountId[] {
  const all = accounts.map(({ _id }) => _id);
  if (search === undefined) return all;
  if (search === nobody) return [];
  const asked = new Set(search.split(','));
  const known = all.filter((id) => asked.has(id));
  // If an old link names only accounts that are gone, showing all is better than showing none.
  return known.length > 0 ? known : all;
}

/** Returns the `?accounts=` value after toggling one account; undefined when all are on. */
export function toggled(all: readonly AccountId[], shown: readonly AccountId[], id: AccountId): string | undefined {
  return toAccountsParameter(
    all,
    all.filter((one) => (one === id ? !shown.includes(id) : shown.includes(one))),
  );
}

/** Returns the `?accounts=` value for showing these accounts; undefined when all are on. */
export function toAccountsParameter(all: readonly AccountId[], shown: readonly AccountId[]): string | undefined {
  const known = all.filter((id) => shown.includes(id));
  if (known.length === all.length) return undefined;
  return known.length === 0 ? nobody : known.join(',');
}

/** Returns the accounts a page at this address shows first: those on the default network. */
export function toFirstShownAccounts(
  accounts: readonly Account[],
  { pathname, search }: { pathname: string; search: Record<string, unknown> },
): AccountId[] {
  const [network] = enabledNetworks(accounts);
  const known = accounts.filter(({ type }) => type === network);
  if (network !== 'instagram_account') return [];
  if (pathname === '/') return toShownAccounts(known, accountsSearch(search).accounts);
  const id = /^\/account\/([^/]+)$/.exec(pathname)?.[1];
  return known.some(({ _id }) => _id === id) && id !== undefined ? [id] : [];
}

/** Returns the selected network's accounts. */
export function useNetworkAccounts(): Account[] {
  const { accounts } = useAccounts();
  const network = useSelectedNetwork();
  return useMemo(() => accounts.filter(({ type }) => type === network), [accounts, network]);
}

/** Returns the accounts that the analytics cover: on `/` those turned on, on `/account/{id}` that one. */
export function useChosenAccounts(): AccountId[] {
  const accounts = useNetworkAccounts();
  const id = useParams({ strict: false, select: (params) => params.id });
  const search = useSearch({ strict: false, select: (all) => accountsSearch(all).accounts });
  return useMemo(() => (id === undefined ? toShownAccounts(accounts, search) : [id]), [accounts, id, search]);
}

export function useToggleAccount() {
  const accounts = useNetworkAccounts();
  const shown = useChosenAccounts();
  const show = useShow();
  return (id: AccountId) =>
    show(
      toggled(
        accounts.map(({ _id }) => _id),
        shown,
        id,
      ),
    );
}

export function useShowAllAccounts() {
  const show = useShow();
  return () => show(undefined);
}

/** Returns handlers that request other accounts' figures before they are shown. */
export function usePreloadAccounts() {
  const ids = useNetworkAccounts().map(({ _id }) => _id);
  const shown = useChosenAccounts();
  const preload = usePreload();
  const preloadShown = (accounts: string | undefined) => preload({ accounts });
  return {
    toggled: (id: AccountId) => preloadShown(toggled(ids, shown, id)),
    only: (id: AccountId) => preloadShown(toAccountsParameter(ids, [id])),
  };
}

/** Shows exactly these accounts. */
export function useShowAccounts() {
  const accounts = useNetworkAccounts();
  const show = useShow();
  return (ids: readonly AccountId[]) =>
    show(
      toAccountsParameter(
        accounts.map(({ _id }) => _id),
        ids,
      ),
    );
}

function useShow() {
  const change = useChangeSearch();
  return (accounts: string | undefined) => change(() => ({ accounts }));
}
