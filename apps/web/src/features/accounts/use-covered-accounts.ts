import type { Account } from '@tidemark/contract';
import { useShownAccounts } from './shown-accounts-provider.tsx';
import { useAccounts } from './accounts-provider.tsx';

/** Returns the accounts that the page covers: one on its own page, those turned on everywhere else. */
export function useCoveredAccounts(): Account[] {
  const { accounts } = useAccounts();
  const ids = useShownAccounts();
  return accounts.filter(({ _id }) => ids.includes(_id));
}
