import type { AccountId } from '@tidemark/contract';
import type { AccountFigures } from './formulas/account-figures.ts';
import { countPeriodDays } from './formulas/period.ts';

export interface RequestedWindow {
  accountId: AccountId;
  endDay: string;
  days: number;
}

/**
 * Requests windows that are not stored; a sync fetches them later. Returns the windows still to come; never rejects.
 */
export type RequestWindows = (windows: RequestedWindow[]) => Promise<RequestedWindow[]>;

/** Instagram's numbers reach back two years; it may refuse one total over more than 30 days. */
const maxWindowDays = 730;

/** Lists windows that would make unique people exact: closed ranges that Instagram can count itself. */
export function toMissingWindows(figures: readonly AccountFigures[]): RequestedWindow[] {
  return figures.flatMap(({ accountId, period, hasWindow, closedDays, isWhole }) => {
    const days = countPeriodDays(period);
    const canBeExact = days > 1 && days <= maxWindowDays && isWhole && closedDays === days;
    return canBeExact && !hasWindow ? [{ accountId, endDay: period.to, days }] : [];
  });
}
