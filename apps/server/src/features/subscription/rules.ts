import type { SubscriptionStatus } from '@tidemark/contract';

// https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
const entitled = ['active', 'trialing', 'past_due'];
/** There is no access, but there is something at the provider that can be put right, and that would be paid twice. */
const dormant = ['unpaid', 'paused'];
/** Somebody began to pay and has not managed yet, or never did: nothing has changed. */
const neverBegan = ['incomplete', 'incomplete_expired'];

export function toStatus(providerStatus: string): SubscriptionStatus {
  return entitled.includes(providerStatus) ? 'active' : 'canceled';
}

/** Whether it is open at the provider: changed there, never bought a second time. */
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

/** The one of a customer's subscriptions that counts: one that gives access before one that does not, then the newest. */
export function chooseSubscription<One extends Candidate>(all: readonly One[]): One | null {
  const begun = all.filter(({ status }) => !neverBegan.includes(status));
  const [best] = begun.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      other.createdAt.getTime() - one.createdAt.getTime() ||
      one.id.localeCompare(other.id),
  );
  return best ?? null;
}

function rankOf({ status }: Candidate): number {
  if (entitled.includes(status)) return 0;
  return dormant.includes(status) ? 1 : 2;
}

const day = 86_400_000;
const afterTheEnd = 60_000;

/** When to look again without being told: once a day, and as soon as a period or the access has ended. */
export function nextReading(now: Date, ends: readonly (Date | null)[]): Date {
  const moments = ends.flatMap((end) => (end && end > now ? [end.getTime() + afterTheEnd] : []));
  return new Date(Math.min(now.getTime() + day, ...moments));
}

/** How long to leave a provider alone that failed: a little more each time, at most `mostSeconds`. */
export function pauseAfter(
  failures: number,
  { firstSeconds, mostSeconds }: { firstSeconds: number; mostSeconds: number },
) {
  return Math.min(mostSeconds, firstSeconds * 2 ** Math.min(failures, 20)) * 1000;
}
