import { dayMillis, type SubscriptionStatus } from '@tidemark/contract';

// https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
const entitled = ['active', 'trialing', 'past_due'];
/** No access, but the subscription can be resumed at the provider, so that a second one would be paid twice. */
const dormant = ['unpaid', 'paused'];
/** The first payment is pending or failed: nothing has changed. */
const neverBegan = ['incomplete', 'incomplete_expired'];

export function toStatus(providerStatus: string): SubscriptionStatus {
  return entitled.includes(providerStatus) ? 'active' : 'canceled';
}

/**
 * Returns true if the subscription is open at the provider, so that it must be changed there instead of bought again.
 */
export function isOpen({ status }: { status: string }): boolean {
  return entitled.includes(status) || dormant.includes(status);
}

export function isPastDue(row: { status: string; provider_status: string | null }): boolean {
  return row.status === 'active' && row.provider_status === 'past_due';
}

interface Candidate {
  id: string;
  status: string;
  createdAt: Date;
}

/** Chooses a customer's relevant subscription: one with access first, then the newest. */
export function chooseSubscription<One extends Candidate>(all: readonly One[]): One | null {
  const begun = all.filter(({ status }) => !neverBegan.includes(status));
  const [best] = begun.toSorted(
    (one, other) =>
      toRank(one) - toRank(other) ||
      other.createdAt.getTime() - one.createdAt.getTime() ||
      one.id.localeCompare(other.id),
  );
  return best ?? null;
}

function toRank({ status }: Candidate): number {
  if (entitled.includes(status)) return 0;
  return dormant.includes(status) ? 1 : 2;
}

const afterTheEnd = 60_000;

/** Returns when to sync without an event: after a day, or as soon as a period or the access ends. */
export function nextSyncAt(now: Date, ends: readonly (Date | null)[]): Date {
  const moments = ends.flatMap((end) => (end && end > now ? [end.getTime() + afterTheEnd] : []));
  return new Date(Math.min(now.getTime() + dayMillis, ...moments));
}
