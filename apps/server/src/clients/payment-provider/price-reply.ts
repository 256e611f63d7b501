import type { ProviderPrice } from '@tidemark/contract';
import { z } from 'zod';

const Reply = z.object({
  id: z.string(),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.number().int().nullish(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullish(),
  product: z.union([
    z.string(),
    z.object({ id: z.string(), name: z.string().optional(), deleted: z.boolean().optional() }),
  ]),
});

/** Null for prices that a plan cannot use: one-off, weekly, metered or inactive. */
export function toProviderPrice(reply: unknown): ProviderPrice | null {
  const { id, active, currency, unit_amount: amount, recurring, product } = Reply.parse(reply);
  const interval = recurring?.interval;
  if (!active || amount === null || amount === undefined || recurring?.interval_count !== 1) return null;
  if (interval !== 'month' && interval !== 'year') return null;
  if (typeof product === 'object' && product.deleted) return null;
  const productId = typeof product === 'string' ? product : product.id;
  const productName = typeof product === 'string' ? product : (product.name ?? id);
  return { id, productId, productName, price: { amount, currency, interval } };
}
