export interface SandboxPrice {
  id: string;
  product: string;
  productName: string;
  /** In cents. */
  amount: number;
  interval: 'month' | 'year';
}

export const currency = 'eur';

function price(key: string, name: string, interval: 'month' | 'year', amount: number): SandboxPrice {
  return {
    id: `price_sandbox_${key}_${interval}`,
    product: `prod_sandbox_${key}`,
    productName: name,
    amount,
    interval,
  };
}

/** The sandbox business's products. */
export const prices: readonly SandboxPrice[] = [
  price('starter', 'Tidemark Starter', 'month', 900),
  price('pro', 'Tidemark Pro', 'month', 2900),
  price('agency', 'Tidemark Agency', 'month', 9900),
  price('starter', 'Tidemark Starter', 'year', 9000),
  price('pro', 'Tidemark Pro', 'year', 29_000),
  price('agency', 'Tidemark Agency', 'year', 99_000),
];

export function findPrice(id: string | undefined): SandboxPrice | undefined {
  return prices.find((candidate) => candidate.id === id);
}

export function requirePrice(id: string): SandboxPrice {
  const found = findPrice(id);
  if (!found) throw new Error(`The sandbox has no price ${id}`);
  return found;
}

export function formatPrice({ amount, interval }: SandboxPrice): string {
  const money = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: amount % 100 ? 2 : 0,
  });
  return `${money.format(amount / 100)} a ${interval}`;
}
