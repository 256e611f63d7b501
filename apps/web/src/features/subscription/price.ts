import type { Price } from '@tidemark/contract';

/** '€29', '€9.50', '¥1,200': the smallest unit is not a hundredth in every currency. */
export function money({ amount, currency }: Pick<Price, 'amount' | 'currency'>): string {
  const known = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
  const digits = known.maximumFractionDigits ?? 2;
  const whole = amount / 10 ** digits;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(whole) ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(whole);
}

export function formatPrice(price: Price): string {
  return `${money(price)} a ${price.interval}`;
}
