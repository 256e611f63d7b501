// Stripe's smallest unit is a hundredth except for these: https://docs.stripe.com/currencies. The digits that `Intl`
// shows follow CLDR and differ for currencies such as HUF, ISK and UGX.
const withoutDecimals = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
]);
const withThreeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

interface MoneyOptions {
  /** '$9.7K' */
  compact?: boolean;
  /** Drops decimals from a thousand up. */
  rounded?: boolean;
}

/**
 * Formats an amount in a currency's smallest unit at Stripe: 970000 usd is '$9,700', 950 eur '€9.50', 1200 jpy
 * '¥1,200'.
 */
export function money(
  amount: number,
  currency: string,
  { compact = false, rounded = false }: MoneyOptions = {},
): string {
  const digits = countDecimals(currency);
  const value = amount / 10 ** digits;
  const isWhole = Number.isInteger(value) || (rounded && value >= 1000);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    ...(compact
      ? { notation: 'compact', maximumFractionDigits: 1 }
      : { minimumFractionDigits: isWhole ? 0 : digits, maximumFractionDigits: isWhole ? 0 : digits }),
  }).format(value);
}

function countDecimals(currency: string): number {
  const code = currency.toLowerCase();
  if (withoutDecimals.has(code)) return 0;
  return withThreeDecimals.has(code) ? 3 : 2;
}
