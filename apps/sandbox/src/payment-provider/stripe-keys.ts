import { createHash } from 'node:crypto';

export const apiVersion = '2026-10-28.endive';

export interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
}

/** Derives keys from the seed, so that a restarted application still works. */
export function stripeKeys(seed: string): StripeKeys {
  const made = (name: string) => createHash('sha256').update(`${name}:${seed}`).digest('hex').slice(0, 40);
  return { secretKey: `sk_test_${made('stripe-key')}`, webhookSecret: `whsec_${made('stripe-webhook')}` };
}
