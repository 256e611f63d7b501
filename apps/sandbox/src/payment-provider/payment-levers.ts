import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallLedger } from '../instagram-graph/call-ledger.ts';
import type { Billing } from './billing.ts';
import { DeliveryMode, type EventSender } from './event-sender.ts';
import { actOn } from './payment-page-routes.ts';
import { toSubscription } from './stripe-subscription.ts';

const One = z.object({ id: z.string() });
const Payment = z.strictObject({ cardWorks: z.boolean().default(true) });
const Act = z.strictObject({ action: z.string() });
const NewDiscount = z.strictObject({
  percentOff: z.number().min(0).max(100).nullable().default(null),
  amountOff: z.int().min(1).nullable().default(null),
  duration: z.enum(['once', 'forever', 'repeating']).default('forever'),
});
const CardChange = z.strictObject({ works: z.boolean() });
const Order = z.strictObject({ ids: z.array(z.string()).max(1_000) });

interface Deps {
  billing: Billing;
  sender: EventSender;
  ledger: CallLedger;
}

/** Exposes the Stripe stand-in's state, and controls for what people and networks do. */
export function paymentLevers(server: FastifyInstance, { billing, sender, ledger }: Deps): void {
  const { books } = billing;

  server.get('/_sandbox/payments', () => {
    billing.advance();
    return {
      customers: Object.values(books.customers),
      subscriptions: Object.values(books.subscriptions).map((subscription) => toSubscription(subscription)),
      checkouts: Object.values(books.checkouts),
    };
  });
  server.get('/_sandbox/payments/ledger', () => ledger.read({}));
  server.delete('/_sandbox/payments/ledger', () => {
    ledger.clear();
    return { success: true };
  });

  server.post('/_sandbox/payments/checkouts/:id/pay', (request) =>
    toSubscription(billing.pay(One.parse(request.params).id, Payment.parse(request.body ?? {}))),
  );
  server.post('/_sandbox/payments/subscriptions/:id', (request) => {
    const { id } = One.parse(request.params);
    actOn(billing, id, Act.parse(request.body).action);
    return toSubscription(billing.requireSubscription(id));
  });
  server.post('/_sandbox/payments/subscriptions/:id/discounts', (request) => {
    const { id } = One.parse(request.params);
    billing.addDiscount(id, NewDiscount.parse(request.body));
    return toSubscription(billing.requireSubscription(id), { discounts: true, coupons: true });
  });
  server.post('/_sandbox/payments/customers/:id/card', (request) => {
    billing.changeCard(One.parse(request.params).id, CardChange.parse(request.body).works);
    return { success: true };
  });

  server.get('/_sandbox/payments/webhooks', () => sender.mode());
  server.post('/_sandbox/payments/webhooks', (request) => {
    sender.setMode(DeliveryMode.parse(request.body));
    return sender.mode();
  });
  server.get('/_sandbox/payments/events', () => ({ events: sender.events() }));
  server.post('/_sandbox/payments/events/deliver', async (request) => ({
    answers: await sender.deliver(Order.parse(request.body).ids),
  }));
}
