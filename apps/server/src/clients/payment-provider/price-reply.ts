import type { ProviderPrice } from '@tidemark/contract';
import { z } from 'zod';

const Reply = z.object({
  id: z.string(),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.number().int().nullish(),
  recurring: z.object({ interval: z.string(), interval_count: z.number(), usage_type: z.string().nullish() }).nullish(),
  transform_quantity: z.object({}).nullish(),
  product: z.union([
    z.string(),
    z.object({
      id: z.string(),
      name: z.string().optional(),
      active: z.boolean().optional(),
      deleted: z.boolean().optional(),
    }),
  ]),
});

/** Returns null for prices that a plan cannot use: one-off, weekly, metered, sold by the package, or inactive. */
export function toProviderPrice(reply: unknown): ProviderPrice | null {
  const {
    id,
    active,
    currency,
    unit_amount: amount,
    recurring,
    product,
    transform_quantity: transform,
  } = Reply.parse(reply);
  const interval = recurring?.interval;
  if (!active || amount === null || amount === undefined || recurring?.interval_count !== 1) return null;
  if (interval !== 'month' && interval !== 'year') return null;
  if (recurring?.usage_type === 'metered') return null;
  // A single unit in a package is billed as a package or not at all.
  if (transform) return null;
  if (typeof product === 'object' && (product.deleted || product.active === false)) return null;
  const productId = typeof product === 'string' ? product : product.id;
  const productName = typeof product === 'string' ? product : (product.name ?? id);
  return { id, productId, productName, price: { amount, currency, interval } };
}
