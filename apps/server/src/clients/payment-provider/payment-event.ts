import Stripe from 'stripe';
import { z } from 'zod';

/** The parts of an event that are used: its ID, and the customer it concerns. */
export interface PaymentEvent {
  id: string;
  type: string;
  customerId: string | null;
}

/** Other events do not affect plans. */
export const handledEvents = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({ object: z.object({ customer: z.string().max(255).nullish().catch(null) }) }),
});

const toleranceSeconds = 300;

/**
 * Returns the event in a signed body; null when the signature is invalid for these bytes, this secret and the current
 * time.
 */
export function openPaymentEvent(
  body: Buffer,
  { signature, secret, now }: { signature: string; secret: string; now: Date },
): PaymentEvent | null {
  // Stripe's SDK rejects stale timestamps but not future ones.
  const latest = now.getTime() / 1000 + toleranceSeconds;
  if ([...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(([, signedAt]) => Number(signedAt) > latest)) return null;
  try {
    const given: unknown = Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
    const { id, type, data } = Event.parse(given);
    return { id, type, customerId: data.object.customer ?? null };
  } catch {
    return null;
  }
}
