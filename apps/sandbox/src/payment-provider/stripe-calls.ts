import { z } from 'zod';
import type { Billing } from './billing.ts';
import { newId } from './billing.ts';
import { findPrice, prices } from './price-list.ts';
import type { PortalSessions } from './portal-sessions.ts';
import {
  toCheckout,
  toCustomer,
  toList,
  toPrice,
  toProduct,
  toSubscription,
  type StripeObject,
} from './stripe-objects.ts';
import { StripeApiError } from './stripe-api-error.ts';

/** Parameters as encoded in a form or query, such as `line_items[0][price]`. */
export type Form = Record<string, string>;

interface Deps {
  origin: string;
  billing: Billing;
  portals: PortalSessions;
}

interface Call {
  method: string;
  path: RegExp;
  /** The known parameters; like Stripe, all others are rejected. */
  form: z.ZodType<Form>;
  answer: (deps: Deps, form: Form, id: string) => StripeObject;
}

const text = z.string().min(1, 'You passed an empty string');
const metadata = (prefix: string) => new RegExp(`^${prefix}\\[[\\w-]{1,40}\\]$`);

function known(names: (string | RegExp)[], required: string[] = []): z.ZodType<Form> {
  return z.record(z.string(), z.string()).superRefine((form, context) => {
    for (const name of Object.keys(form))
      if (!names.some((candidate) => (typeof candidate === 'string' ? candidate === name : candidate.test(name))))
        context.addIssue({ code: 'custom', path: [name], message: 'parameter_unknown' });
    for (const name of required)
      if (!text.safeParse(form[name]).success)
        context.addIssue({ code: 'custom', path: [name], message: 'parameter_missing' });
  });
}

const paging = ['limit', 'starting_after', 'ending_before', /^expand\[\d+\]$/];

export const calls: Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    form: known(['name', 'email', metadata('metadata')]),
    answer: ({ billing }, form) =>
      toCustomer(
        billing.createCustomer({
          name: form['name'] ?? null,
          email: form['email'] ?? null,
          metadata: toMetadata(form, 'metadata'),
        }),
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    form: known([/^expand/]),
    answer: ({ billing }, _, id) => toCustomer(billing.requireCustomer(id)),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/(\w+)$/,
    form: known([]),
    answer: ({ billing }, _, id) => toCustomer(billing.deleteCustomer(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    form: known([...paging, 'customer', 'status', 'price']),
    answer({ billing }, form) {
      const { customer, status = 'open' } = form;
      if (customer !== undefined) billing.requireCustomer(customer);
      const found = Object.values(billing.books.subscriptions).filter(
        (subscription) =>
          (customer === undefined || subscription.customer === customer) &&
          (status === 'all' ||
            (status === 'open' ? subscription.status !== 'canceled' : subscription.status === status)),
      );
      return toPage(
        '/v1/subscriptions',
        found.toSorted((a, b) => b.created - a.created),
        form,
        toSubscription,
      );
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    form: known([/^expand/]),
    answer: ({ billing }, _, id) => toSubscription(billing.requireSubscription(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    form: known([...paging, 'active', 'type', 'product']),
    answer: (_, form) =>
      toPage('/v1/prices', form['active'] === 'false' ? [] : [...prices], form, (price) =>
        toPrice(price, form['expand[0]'] === 'data.product'),
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/prices\/(\w+)$/,
    form: known([/^expand/]),
    answer(_, form, id) {
      const price = findPrice(id);
      if (!price) throw StripeApiError.missing('price', id, 'id');
      return toPrice(price, form['expand[0]'] === 'product');
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/products$/,
    form: known([...paging, 'active']),
    answer: (_, form) =>
      toPage(
        '/v1/products',
        prices.filter(({ interval }) => interval === 'month'),
        form,
        toProduct,
      ),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    form: known(
      [
        'mode',
        'customer',
        'line_items[0][price]',
        'line_items[0][quantity]',
        'success_url',
        'cancel_url',
        'client_reference_id',
        metadata('subscription_data\\[metadata\\]'),
      ],
      ['mode', 'customer', 'line_items[0][price]', 'success_url'],
    ),
    answer: ({ billing, origin }, form) =>
      toCheckout(
        billing.openCheckout({
          customer: form['customer'] ?? '',
          price: form['line_items[0][price]'] ?? '',
          successUrl: form['success_url'] ?? '',
          cancelUrl: form['cancel_url'] ?? null,
          metadata: toMetadata(form, 'subscription_data[metadata]'),
        }),
        origin,
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    form: known([...paging, 'customer', 'status']),
    answer({ billing, origin }, form) {
      const { customer, status } = form;
      if (customer !== undefined) billing.requireCustomer(customer);
      const found = Object.values(billing.books.checkouts).filter(
        (checkout) =>
          (customer === undefined || checkout.customer === customer) &&
          (status === undefined || checkout.status === status),
      );
      return toPage('/v1/checkout/sessions', found, form, (checkout) => toCheckout(checkout, origin));
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    form: known([/^expand/]),
    answer: ({ billing, origin }, _, id) => toCheckout(billing.requireCheckout(id), origin),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    form: known([]),
    answer: ({ billing, origin }, _, id) => toCheckout(billing.expireCheckout(id), origin),
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    form: known(['customer', 'return_url', 'locale'], ['customer']),
    answer({ billing, portals, origin }, form) {
      const { id, deleted } = billing.requireCustomer(form['customer'] ?? '');
      if (deleted) throw StripeApiError.missing('customer', id, 'customer');
      const token = portals.open(id, form['return_url'] ?? null);
      return {
        id: newId('bps'),
        object: 'billing_portal.session',
        configuration: 'bpc_sandbox',
        customer: id,
        flow: null,
        livemode: false,
        locale: form['locale'] ?? null,
        return_url: form['return_url'] ?? null,
        url: `${origin}/p/session/${token}`,
      };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/billing_portal\/configurations$/,
    form: known([...paging, 'active', 'is_default']),
    answer: () =>
      toList('/v1/billing_portal/configurations', [
        { id: 'bpc_sandbox', object: 'billing_portal.configuration', active: true, is_default: true },
      ]),
  },
];

function toMetadata(form: Form, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
    ),
  );
}

function toPage<Item extends { id: string }>(
  url: string,
  items: Item[],
  { limit = '10', starting_after: after }: Form,
  toObject: (item: Item) => StripeObject,
): StripeObject {
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw new StripeApiError(400, {
      type: 'invalid_request_error',
      param: 'limit',
      message: 'This value must be between 1 and 100.',
    });
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  return toList(url, items.slice(start, start + count).map(toObject), items.length > start + count);
}
