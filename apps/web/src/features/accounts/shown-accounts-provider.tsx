import type { AccountId } from '@tidemark/contract';
import { createContext, use, type ReactNode } from 'react';
import { useDeferredChoice } from '#web/platform/use-deferred-choice.ts';
import { useChosenAccounts } from './shown-accounts.ts';

const ShownAccounts = createContext<AccountId[] | null>(null);

/** Decides once which accounts the figures cover, so that changing them only redraws the parts that depend on it. */
export function ShownAccountsProvider({ children }: { children: ReactNode }) {
  return <ShownAccounts value={useDeferredChoice(useChosenAccounts())}>{children}</ShownAccounts>;
}

/** Returns the accounts the figures cover, which follow the chosen ones. */
export function useShownAccounts(): AccountId[] {
  const accounts = use(ShownAccounts);
  if (!accounts) throw new Error('Figures need a ShownAccountsProvider');
  return accounts;
}
