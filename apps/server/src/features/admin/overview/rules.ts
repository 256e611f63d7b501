export interface Paid {
  /** In the currency's smallest unit. */
  amount: number;
  interval: 'month' | 'year';
}

/** What a price brings in a month: a twelfth of a yearly one. */
export function monthlyValue({ amount, interval }: Paid): number {
  return interval === 'year' ? amount / 12 : amount;
}

/** Monthly recurring revenue: what all that is paid now brings in a month. */
export function monthlyRevenue(paid: readonly Paid[]): number {
  return paid.reduce((sum, one) => sum + monthlyValue(one), 0);
}

/** Of those who paid when the time began, the part that pays nothing at its end. Null when nobody paid then. */
export function churnRate({ atStart, left }: { atStart: number; left: number }): number | null {
  return atStart === 0 ? null : left / atStart;
}

/** Average revenue per user: of those who pay, a month. 0 when nobody does. */
export function revenuePerUser({ mrr, payingUsers }: { mrr: number; payingUsers: number }): number {
  return payingUsers === 0 ? 0 : mrr / payingUsers;
}

/**
 * Lifetime value: what somebody brings in a month, for as many months as they stay at today's churn. Null while nobody
 * leaves: then there is no end to reckon with.
 */
export function lifetimeValue({ arpu, churn }: { arpu: number; churn: number | null }): number | null {
  return churn === null || churn === 0 ? null : arpu / churn;
}

/** The ends of the last `count` months as instants, this month's being now. */
export function monthEnds(now: Date, count: number): { month: string; end: Date }[] {
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    const end = back === 0 ? now : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1));
    return { month, end };
  });
}
