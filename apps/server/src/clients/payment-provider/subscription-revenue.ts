import type { Price } from '@tidemark/contract';

/** An item with a fixed price that is billed every `months`. */
export interface BilledItem {
  /** Total for all units, in the currency's smallest unit. */
  amount: number;
  currency: string;
  months: number;
}

/** Applies to each of a subscription's invoices: a percentage or an amount. */
export type Reduction = { percent: number } | { amount: number; currency: string };

/**
 * Returns the revenue from items, less reductions: for a month or a year if all are billed every month or every year,
 * else converted to a month. Null without items, and for items in several currencies.
 */
export function toRevenue(items: BilledItem[], reductions: Reduction[]): Price | null {
  const [first] = items;
  if (!first || items.some(({ currency }) => currency !== first.currency)) return null;
  const { currency } = first;
  // An invoice is sent each time the shortest period ends.
  const invoiceMonths = Math.min(...items.map(({ months }) => months));
  // In a set order, because the rounding of a sum depends on it.
  const parts = items.map(({ amount, months }) => amount / months).sort((one, other) => one - other);
  const fullMonth = parts.reduce((sum, part) => sum + part, 0);
  const perMonth = reductions.reduce((left, reduction) => {
    if ('percent' in reduction) return left * (1 - reduction.percent / 100);
    return reduction.currency === currency ? Math.max(0, left - reduction.amount / invoiceMonths) : left;
  }, fullMonth);
  const isYearly = items.every(({ months }) => months === 12);
  return isYearly
    ? { amount: Math.round(perMonth * 12), currency, interval: 'year' }
    : { amount: Math.round(perMonth), currency, interval: 'month' };
}
