import { expect, it } from 'vitest';
import { money } from './money.ts';

it.each([
  [950, 'eur', '€9.50'],
  [2_900, 'usd', '$29'],
  [1_200, 'jpy', '¥1,200'],
  // `Intl` would show these without decimals, but Stripe counts hundredths.
  [490_000, 'huf', 'HUF\u00a04,900'],
  [50_000, 'isk', 'ISK\u00a0500'],
  [500_000, 'ugx', 'UGX\u00a05,000'],
  [5_120, 'kwd', 'KWD\u00a05.120'],
])("formats %i %s in Stripe's units", (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});

it('rounds and abbreviates large amounts on request', () => {
  expect(money(123_456, 'usd', { rounded: true })).toBe('$1,235');
  expect(money(12_345, 'usd', { rounded: true })).toBe('$123.45');
  expect(money(970_000, 'usd', { compact: true })).toBe('$9.7K');
});
