import { createContext, use, type ReactNode } from 'react';
import { useDeferredChoice } from '#web/platform/use-deferred-choice.ts';
import { useChosenPeriod, type Period } from './use-period.ts';

const ShownPeriod = createContext<Period | null>(null);

/** Decides once which days the figures cover, so that changing them only redraws the parts that depend on it. */
export function PeriodProvider({ children }: { children: ReactNode }) {
  return <ShownPeriod value={useDeferredChoice(useChosenPeriod())}>{children}</ShownPeriod>;
}

/** Returns the figures' period, which follows the chosen one. */
export function usePeriod(): Period {
  const period = use(ShownPeriod);
  if (!period) throw new Error('Figures need a PeriodProvider');
  return period;
}
