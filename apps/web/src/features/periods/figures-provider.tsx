import type { ReactNode } from 'react';
import { ShownAccountsProvider } from '#web/features/accounts/index.ts';
import { PeriodProvider } from './period-provider.tsx';

/** Provides the accounts and period that a page's figures cover. */
export function FiguresProvider({ children }: { children: ReactNode }) {
  return (
    <ShownAccountsProvider>
      <PeriodProvider>{children}</PeriodProvider>
    </ShownAccountsProvider>
  );
}
