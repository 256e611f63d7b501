import type Stripe from 'stripe';
import type { Subscription } from './books.ts';
import { currency, requirePrice } from './price-list.ts';
import { toList, toSeconds, type Wire, type WireList } from './stripe-objects.ts';

type WireLine = Omit<Wire<Stripe.InvoiceLineItem>, 'pricing'> & { pricing: null };
type WireInvoice = Omit<Stripe.Invoice, 'lines'> & { lines: WireList<WireLine> };

/** Since 2025-03-31.basil, an invoice names its subscription in `parent`. */
export function toInvoice(subscription: Subscription, status: 'paid' | 'open'): WireInvoice {
  const { customer, metadata, periodStart } = subscription;
  const { amount } = requirePrice(subscription.price);
  const isFirst = periodStart === subscription.created;
  const id = `in_${subscription.id.slice(4)}`;
  const start = toSeconds(periodStart);
  return {
    id,
    object: 'invoice',
    account_country: 'DE',
    account_name: 'Tidemark sandbox',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: status === 'paid' ? amount : 0,
    amount_remaining: status === 'paid' ? 0 : amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 1 + subscription.retries,
    attempted: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: isFirst ? 'subscription_create' : 'subscription_cycle',
    collection_method: 'charge_automatically',
    created: start,
    currency,
    custom_fields: null,
    customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: start,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: toList(`/v1/invoices/${id}/lines`, [toLine(subscription, id)]),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `SANDBOX-${subscription.id.slice(-6).toUpperCase()}`,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: start,
    period_start: start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status,
    status_transitions: {
      finalized_at: start,
      marked_uncollectible_at: null,
      paid_at: status === 'paid' ? start : null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

function toLine({ id, price, periodStart, periodEnd }: Subscription, invoice: string): WireLine {
  const { amount } = requirePrice(price);
  return {
    id: `il_${id.slice(4)}`,
    object: 'line_item',
    amount,
    currency,
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: id,
        subscription_item: `si_${id.slice(4)}`,
      },
    },
    period: { start: toSeconds(periodStart), end: toSeconds(periodEnd) },
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: '1',
    subscription: id,
    subtotal: amount,
    taxes: [],
  };
}
