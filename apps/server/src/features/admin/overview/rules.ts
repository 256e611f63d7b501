export interface Paid {
  /** Amount in the currency's smallest unit. */
  amount: number;
  interval: 'month' | 'year';
}

/** Returns a price's monthly value; a yearly price counts one twelfth. */
export function monthlyValue({ amount, interval }: Paid): number {
  return interval === 'year' ? amount / 12 : amount;
}

/** Returns the monthly recurring revenue. */
export function monthlyRevenue(paid: readonly Paid[]): number {
  return paid.reduce((sum, one) => sum + monthlyValue(one), 0);
}

/** Returns the share of users paying at a period's start who no longer pay at its end; null if there were none. */
export function churnRate({ atStart, left }: { atStart: number; left: number }): number | null {
  return atStart === 0 ? null : left / atStart;
}

/** Returns the average revenue per paying user and month; 0 without paying users. */
export function revenuePerUser({ mrr, payingUsers }: { mrr: number; payingUsers: number }): number {
  return payingUsers === 0 ? 0 : mrr / payingUsers;
}

/**
 * Returns the lifetime value: monthly revenue per user divided by churn; null without churn, because it would be
 * unlimited.
 */
export function lifetimeValue({ arpu, churn }: { arpu: number; churn: number | null }): number | null {
  return churn === null || churn === 0 ? null : arpu / churn;
}

/** Returns the ends of the last `count` months as instants; the current month ends now. */
export function monthEnds(now: Date, count: number): { month: string; end: Date }[] {
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    const end = back === 0 ? now : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1));
    return { month, end };
  });
}
