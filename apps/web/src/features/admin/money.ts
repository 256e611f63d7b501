/** Formats an amount in a currency's smallest unit: 970000 usd is '$9,700'. */
export function money(amount: number, currency: string, { compact = false }: { compact?: boolean } = {}): string {
  const format = (digits: number | undefined) =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: currency.toUpperCase(),
      ...(compact ? { notation: 'compact', maximumFractionDigits: 1 } : {}),
      ...(digits === undefined ? {} : { maximumFractionDigits: digits, minimumFractionDigits: 0 }),
    });
  const unit =
    10 **
    (new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);
  const value = amount / unit;
  return format(compact ? undefined : value >= 1000 || Number.isInteger(value) ? 0 : 2).format(value);
}
