import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Billing } from './billing.ts';
import type { Subscription } from './books.ts';
import { renderCheckout, renderClosed, renderPortal } from './payment-pages.ts';
import type { PortalSessions } from './portal-sessions.ts';

const OfCheckout = z.object({ id: z.string() });
const OfPortal = z.object({ token: z.string() });
const Payment = z.object({ card: z.enum(['works', 'later', 'declined']) });
const Wish = z.object({ action: z.string() });

/** Serves the provider's checkout and subscription management pages. */
export function paymentPageRoutes(
  server: FastifyInstance,
  { billing, portals, appOrigin }: { billing: Billing; portals: PortalSessions; appOrigin: string | undefined },
): void {
  const { books } = billing;

  function openCheckout(params: unknown) {
    billing.advance();
    const checkout = books.checkouts[OfCheckout.parse(params).id];
    const customer = checkout && books.customers[checkout.customer];
    return checkout?.status === 'open' && customer && !customer.deleted ? { checkout, customer } : undefined;
  }

  server.get('/c/pay/:id', (request, reply) => {
    const open = openCheckout(request.params);
    return open ? show(reply, renderCheckout({ ...open, declined: false })) : closed(reply);
  });

  server.post('/c/pay/:id', (request, reply) => {
    const open = openCheckout(request.params);
    if (!open) return closed(reply);
    const { card } = Payment.parse(request.body);
    if (card === 'declined') return show(reply.code(402), renderCheckout({ ...open, declined: true }));
    billing.pay(open.checkout.id);
    if (card === 'later') billing.changeCard(open.customer.id, false);
    return reply.redirect(open.checkout.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', open.checkout.id), 303);
  });

  server.get('/p/session/:token', (request, reply) => {
    billing.advance();
    const session = portals.find(OfPortal.parse(request.params).token);
    const customer = session && books.customers[session.customer];
    if (!session || !customer) return closed(reply);
    return show(reply, renderPortal({ ...session, customer, subscription: getCurrent(customer.id) }));
  });

  server.post('/p/session/:token', (request, reply) => {
    const { token } = OfPortal.parse(request.params);
    const session = portals.find(token);
    if (!session) return closed(reply);
    const subscription = getCurrent(session.customer);
    const { action } = Wish.parse(request.body);
    if (action === 'card-works' || action === 'card-fails')
      billing.changeCard(session.customer, action === 'card-works');
    else if (subscription) actOn(billing, subscription.id, action);
    return reply.redirect(`/p/session/${token}`, 303);
  });

  function getCurrent(customer: string): Subscription | undefined {
    return Object.values(books.subscriptions)
      .filter((subscription) => subscription.customer === customer)
      .toSorted(
        (a, b) => Number(a.status === 'canceled') - Number(b.status === 'canceled') || b.created - a.created,
      )[0];
  }

  function closed(reply: FastifyReply): FastifyReply {
    return show(reply.code(404), renderClosed('This payment page is closed.', appOrigin));
  }
}

/** Performs a button's action on a subscription. */
export function actOn(billing: Billing, id: string, action: string): void {
  if (action === 'cancel') billing.cancelLater(id);
  else if (action === 'cancel-period-end') billing.cancelLater(id, 'period-end');
  else if (action === 'cancel-now') billing.cancelNow(id);
  else if (action === 'resume') billing.resume(id);
  else if (action === 'renew') billing.renewNow(id);
  else if (action === 'pause-collection') billing.pauseCollection(id, true);
  else if (action === 'resume-collection') billing.pauseCollection(id, false);
  else if (action.startsWith('price:')) billing.changePrice(id, action.slice('price:'.length));
}

function show(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text);
}
