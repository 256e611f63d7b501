import type { AccountId } from '@tidemark/contract';
import type { AccountFigures } from './formulas/account-figures.ts';
import { countPeriodDays } from './formulas/period.ts';

export interface RequestedWindow {
  accountId: AccountId;
  endDay: string;
  days: number;
}

/** Requests windows that are not stored; returns immediately, and a sync fetches them later. */
export type RequestWindows = (windows: RequestedWindow[]) => void;

/** The longest range over which Instagram always counts people; a total over a longer one may be accepted. */
export const maxWindowDays = 30;
/** Instagram's numbers reach back two years. */
const maxLongDays = 730;

/** Windows that would make unique people exact: closed ranges that Instagram can count itself. */
export function toMissingWindows(figures: readonly AccountFigures[]): RequestedWindow[] {
  return figures.flatMap(({ accountId, period, hasWindow, closedDays, isWhole }) => {
    const days = countPeriodDays(period);
    const canBeExact = days > 1 && days <= maxLongDays && isWhole && closedDays === days;
    return canBeExact && !hasWindow ? [{ accountId, endDay: period.to, days }] : [];
  });
}
