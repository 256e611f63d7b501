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
