import { z } from 'zod';
import { Secret } from './secret.ts';
import { url } from './values.ts';

/** Payments, and what the checkout asks for. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must look like sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must look like whsec_…')
    .optional(),
  STRIPE_API_BASE_URL: url
    .refine((value) => value === new URL(value).origin, 'must be an origin without a path')
    .default('https://api.stripe.com'),
  STRIPE_AUTOMATIC_TAX: z.enum(['on', 'off']).default('off'),
  STRIPE_TAX_IDS: z.enum(['on', 'off']).default('off'),
  STRIPE_PROMOTION_CODES: z.enum(['on', 'off']).default('off'),
  STRIPE_BILLING_ADDRESS: z.enum(['auto', 'required']).default('auto'),
};

const Stripe = z.object(stripeVariables);

/** Returns null when operators assign plans. */
export function toStripeConfig(env: z.output<typeof Stripe>) {
  return env.STRIPE_SECRET_KEY
    ? {
        secretKey: new Secret(env.STRIPE_SECRET_KEY),
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ? new Secret(env.STRIPE_WEBHOOK_SECRET) : null,
        baseUrl: env.STRIPE_API_BASE_URL,
        checkout: {
          automaticTax: env.STRIPE_AUTOMATIC_TAX === 'on',
          taxIds: env.STRIPE_TAX_IDS === 'on',
          promotionCodes: env.STRIPE_PROMOTION_CODES === 'on',
          billingAddress: env.STRIPE_BILLING_ADDRESS,
        },
      }
    : null;
}
