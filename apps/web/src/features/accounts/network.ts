import { accountTypes, networks, type Account, type AccountType } from '@tidemark/contract';
import { create } from 'zustand';
import { useAccounts } from './accounts-provider.tsx';

export type Network = (typeof networks)[number] | AccountType;

interface NetworkChoice {
  chosen: AccountType | null;
  choose(network: AccountType): void;
}

const useNetworkChoice = create<NetworkChoice>((set) => ({
  chosen: null,
  choose: (network) => set({ chosen: network }),
}));

export const networkNames: Record<Network, string> = {
  facebook_page: 'Facebook',
  instagram_account: 'Instagram',
  google: 'Google',
  twitter: 'X (Twitter)',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  bluesky_account: 'Bluesky',
};

/** Returns the networks in which the user has accounts; the rest are only announced. */
export function enabledNetworks(accounts: readonly Pick<Account, 'type'>[]): AccountType[] {
  return accountTypes.filter((type) => accounts.some((account) => account.type === type));
}

/** Returns the first enabled network, unless another was selected. */
export function useSelectedNetwork(): AccountType | null {
  const { accounts } = useAccounts();
  const chosen = useNetworkChoice((choice) => choice.chosen);
  const enabled = enabledNetworks(accounts);
  return chosen && enabled.includes(chosen) ? chosen : (enabled[0] ?? null);
}

export const useChooseNetwork = () => useNetworkChoice((choice) => choice.choose);
