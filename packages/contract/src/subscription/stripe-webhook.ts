import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const receiveStripeWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  access: 'public',
  cost: 'write',
  rawBody: true,
  summary: 'Receives events from Stripe, signed with the webhook secret; each triggers a sync of the customer',
  response: z.object({ received: z.literal(true) }),
  failures: ['not_found', 'signature_invalid'],
});
