import type { ReactNode } from 'react';
import { ShownAccountsProvider } from '#web/features/accounts/index.ts';
import { PeriodProvider } from './period-provider.tsx';

/** What the figures of a page cover. */
export function FiguresProvider({ children }: { children: ReactNode }) {
  return (
    <ShownAccountsProvider>
      <PeriodProvider>{children}</PeriodProvider>
    </ShownAccountsProvider>
  );
}
