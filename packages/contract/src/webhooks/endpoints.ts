import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const verifyMetaWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/meta',
  access: 'public',
  summary: 'Proves to Meta that its events are wanted here: answers the challenge as plain text',
  query: z.object({
    'hub.mode': z.string().optional(),
    'hub.challenge': z.string().max(200).optional(),
    'hub.verify_token': z.string().max(500).optional(),
  }),
  response: z.string(),
  failures: ['not_found'],
});

export const receiveMetaWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/meta',
  access: 'public',
  rawBody: true,
  summary: 'Takes events of Meta, signed with the secret of the app over the bytes that are sent',
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});

// Named as Meta wants them: https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback
export const receiveMetaDeletion = endpoint({
  method: 'POST',
  path: '/webhooks/meta/deletion',
  access: 'public',
  rawBody: true,
  mostBytes: 16 * 1024,
  summary: 'Deletes what came through the Meta login of a person who asked Meta for it; form with a signed_request',
  response: z.object({ url: z.url(), confirmation_code: z.string() }),
  failures: ['signature_invalid'],
});

export const readMetaDeletion = endpoint({
  method: 'GET',
  path: '/webhooks/meta/deletion/:code',
  access: 'public',
  summary: 'How far such a deletion is, as plain text, for whoever has its code',
  params: z.strictObject({ code: z.string().min(1).max(64) }),
  response: z.string(),
  failures: ['deletion_not_found'],
});

export const receiveMetaDeauthorization = endpoint({
  method: 'POST',
  path: '/webhooks/meta/deauthorize',
  access: 'public',
  rawBody: true,
  mostBytes: 16 * 1024,
  summary: 'Forgets the Meta login of a person who removed the app at Facebook; form with a signed_request',
  response: z.object({ success: z.literal(true) }),
  failures: ['signature_invalid'],
});

export const receiveStripeWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  access: 'public',
  rawBody: true,
  summary: 'Takes events of Stripe, signed with the secret of the webhook; each only says whose state to read again',
  response: z.object({ received: z.literal(true) }),
  failures: ['not_found', 'signature_invalid'],
});
