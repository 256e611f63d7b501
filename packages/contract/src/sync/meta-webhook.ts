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
