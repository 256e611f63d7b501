import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const verifyMetaWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/meta',
  access: 'public',
  cost: 'status',
  summary: 'Confirms the webhook subscription to Meta by returning the challenge as plain text',
  query: z.object({
    'hub.mode': z.string().optional(),
    'hub.challenge': z.string().max(200).optional(),
    'hub.verify_token': z.string().max(500).optional(),
  }),
  response: z.string(),
  failures: ['not_found', 'forbidden'],
});

export const receiveMetaWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/meta',
  access: 'public',
  cost: 'write',
  rawBody: true,
  summary: 'Receives events from Meta, signed with the app secret over the raw body',
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found', 'unauthenticated'],
});

// Named as Meta requires:
// https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback
export const receiveMetaDeletion = endpoint({
  method: 'POST',
  path: '/webhooks/meta/deletion',
  access: 'public',
  cost: 'write',
  rawBody: true,
  maxBytes: 16 * 1024,
  summary:
    'Deletes data obtained through a person’s Meta login after they asked Meta; takes a form with a signed_request',
  response: z.object({ url: z.url(), confirmation_code: z.string() }),
  failures: ['signature_invalid'],
});

export const readMetaDeletion = endpoint({
  method: 'GET',
  path: '/webhooks/meta/deletion/:code',
  access: 'public',
  cost: 'read',
  summary: 'Returns a data deletion’s status as plain text; the code grants access',
  params: z.strictObject({ code: z.string().min(1).max(64) }),
  response: z.string(),
  failures: ['deletion_not_found'],
});

export const receiveMetaDeauthorization = endpoint({
  method: 'POST',
  path: '/webhooks/meta/deauthorize',
  access: 'public',
  cost: 'write',
  rawBody: true,
  maxBytes: 16 * 1024,
  summary: 'Deletes a person’s Meta login after they removed the app on Facebook; takes a form with a signed_request',
  response: z.object({ success: z.literal(true) }),
  failures: ['signature_invalid'],
});

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

export const receiveGithubWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/github',
  access: 'public',
  cost: 'write',
  rawBody: true,
  // GitHub's own limit is 25 MB; payloads about issues have at most a description and its earlier version.
  maxBytes: 1024 * 1024,
  summary: 'Receives events from the roadmap repository, signed with the webhook secret; each triggers a refetch',
  response: z.object({ received: z.literal(true) }),
  failures: ['not_found', 'signature_invalid'],
});
