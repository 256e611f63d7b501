import { z } from 'zod';
import type { Billing } from './billing.ts';
import type { Checkout } from './books.ts';
import { newId } from './billing.ts';
import { findPrice, prices } from './price-list.ts';
import type { PortalSessions } from './portal-sessions.ts';
import { StripeApiError } from './stripe-api-error.ts';
import { portalConfiguration, toCheckout, toPortalSession } from './stripe-checkout.ts';
import { toCustomer, toList, toPrice, toProduct, type WireList } from './stripe-objects.ts';
import { toSubscription } from './stripe-subscription.ts';

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
  answer: (deps: Deps, form: Form, id: string) => object;
}

const text = z.string().min(1, 'You passed an empty string');
const metadata = (prefix: string) => new RegExp(`^${prefix}\\[[\\w-]{1,40}\\]$`);

const expansion = /^expand\[\d+\]$/;

function known(names: (string | RegExp)[], required: string[] = [], expandable: string[] = []): z.ZodType<Form> {
  return z.record(z.string(), z.string()).superRefine((form, context) => {
    for (const [name, value] of Object.entries(form))
      if (expansion.test(name)) {
        if (!expandable.includes(value))
          context.addIssue({ code: 'custom', path: [name], message: `This property cannot be expanded (${value}).` });
      } else if (
        !names.some((candidate) => (typeof candidate === 'string' ? candidate === name : candidate.test(name)))
      )
        context.addIssue({ code: 'custom', path: [name], message: 'parameter_unknown' });
    for (const name of required)
      if (!text.safeParse(form[name]).success)
        context.addIssue({ code: 'custom', path: [name], message: 'parameter_missing' });
  });
}

/** Expanding `data.discounts.source.coupon` also expands the discounts. */
function isExpanded(form: Form, path: string): boolean {
  return Object.entries(form).some(([name, value]) => expansion.test(name) && `${value}.`.startsWith(`${path}.`));
}

function toExpandedDiscounts(form: Form, prefix = '') {
  return {
    discounts: isExpanded(form, `${prefix}discounts`),
    coupons: isExpanded(form, `${prefix}discounts.source.coupon`),
  };
}

const paging = ['limit', 'starting_after', 'ending_before'];

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
    form: known([]),
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
    form: known([...paging, 'customer', 'status', 'price'], [], ['data.discounts', 'data.discounts.source.coupon']),
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
        (subscription) => toSubscription(subscription, toExpandedDiscounts(form, 'data.')),
      );
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    form: known([], [], ['discounts', 'discounts.source.coupon']),
    answer: ({ billing }, form, id) => toSubscription(billing.requireSubscription(id), toExpandedDiscounts(form)),
  },
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    form: known([...paging, 'active', 'type', 'product'], [], ['data.product']),
    answer: (_, form) =>
      toPage('/v1/prices', form['active'] === 'false' ? [] : [...prices], form, (price) =>
        toPrice(price, isExpanded(form, 'data.product')),
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/prices\/(\w+)$/,
    form: known([], [], ['product']),
    answer(_, form, id) {
      const price = findPrice(id);
      if (!price) throw StripeApiError.missing('price', id, 'id');
      return toPrice(price, isExpanded(form, 'product'));
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
        'allow_promotion_codes',
        'automatic_tax[enabled]',
        'tax_id_collection[enabled]',
        'billing_address_collection',
        'customer_update[address]',
        'customer_update[name]',
        metadata('subscription_data\\[metadata\\]'),
      ],
      ['mode', 'customer', 'line_items[0][price]', 'success_url'],
    ),
    answer({ billing, origin }, form) {
      const options = toCheckoutOptions(form);
      const checkout = billing.openCheckout({
        customer: form['customer'] ?? '',
        price: form['line_items[0][price]'] ?? '',
        successUrl: form['success_url'] ?? '',
        cancelUrl: form['cancel_url'] ?? null,
        metadata: toMetadata(form, 'subscription_data[metadata]'),
        options,
      });
      return toCheckout(checkout, origin);
    },
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
    form: known([]),
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
      const customer = billing.requireCustomer(form['customer'] ?? '');
      if (customer.deleted) throw StripeApiError.missing('customer', customer.id, 'customer');
      const returnUrl = form['return_url'] ?? null;
      const url = `${origin}/p/session/${portals.open(customer.id, returnUrl)}`;
      const session = toPortalSession(customer, {
        returnUrl,
        locale: form['locale'] ?? null,
        url,
        created: billing.now(),
      });
      return { id: newId('bps'), ...session };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/billing_portal\/configurations$/,
    form: known([...paging, 'active', 'is_default']),
    answer: () => toList('/v1/billing_portal/configurations', [portalConfiguration]),
  },
];

const AddressCollection = z.enum(['auto', 'required']).default('auto');

/** Refuses, like Stripe, to compute taxes or to collect tax IDs for a customer that the page may not complete. */
function toCheckoutOptions(form: Form): Checkout['options'] {
  const hasAutomaticTax = form['automatic_tax[enabled]'] === 'true';
  const collectsTaxIds = form['tax_id_collection[enabled]'] === 'true';
  if (hasAutomaticTax && form['customer_update[address]'] !== 'auto')
    throw refuse(
      'customer_update[address]',
      'Automatic tax calculation in Checkout requires a valid address on the Customer.',
    );
  if (collectsTaxIds && form['customer_update[name]'] !== 'auto')
    throw refuse('customer_update[name]', 'Tax ID collection requires updating business name on the customer.');
  const billingAddress = AddressCollection.safeParse(form['billing_address_collection']);
  if (!billingAddress.success) throw refuse('billing_address_collection', 'Invalid billing_address_collection.');
  return {
    hasAutomaticTax,
    collectsTaxIds,
    takesPromotionCodes: form['allow_promotion_codes'] === 'true',
    billingAddress: billingAddress.data,
  };
}

function refuse(param: string, message: string): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', param, message });
}

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
  toObject: (item: Item) => object,
): WireList<object> {
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
