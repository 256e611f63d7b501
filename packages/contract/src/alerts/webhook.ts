import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const webhookSignatureHeader = 'tidemark-signature';
export const maxListedDeliveries = 20;

export const AlertWebhook = z.object({
  url: z.string(),
  createdAt: z.iso.datetime(),
  /** The reason sending stopped; null while the webhook works. */
  disabledReason: z.string().nullable(),
});
export type AlertWebhook = z.infer<typeof AlertWebhook>;

export const AlertDelivery = z.object({
  id: z.uuid(),
  kind: z.enum(['alerts', 'test']),
  state: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  /** HTTP status the last attempt returned; null without a response. */
  status: z.int().nullable(),
  problem: z.string().nullable(),
});
export type AlertDelivery = z.infer<typeof AlertDelivery>;

const WithSecret = z.object({
  webhook: AlertWebhook,
  /** Signs every delivery. Never returned again. */
  secret: z.string(),
});

export const getAlertWebhook = endpoint({
  method: 'GET',
  path: '/user/alert-webhook',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Returns the caller’s alert webhook and its latest deliveries',
  response: z.object({ webhook: AlertWebhook.nullable(), deliveries: z.array(AlertDelivery) }),
  failures: [],
});

export const saveAlertWebhook = endpoint({
  method: 'PUT',
  path: '/user/alert-webhook',
  access: 'user',
  member: 'person',
  recentSignIn: true,
  cost: 'write',
  limits: ['webhookChange'],
  summary: 'Sets the caller’s alert webhook with a new secret; re-enables a disabled webhook',
  body: z.strictObject({ url: z.url('must be a URL').max(2_000) }),
  response: WithSecret,
  failures: ['webhook_url_not_allowed'],
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/user/alert-webhook/secret',
  access: 'user',
  member: 'person',
  recentSignIn: true,
  cost: 'write',
  limits: ['webhookChange'],
  summary: 'Replaces the signing secret; the previous one stops working',
  response: WithSecret,
  failures: ['not_found'],
});

export const removeAlertWebhook = endpoint({
  method: 'DELETE',
  path: '/user/alert-webhook',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Removes the webhook and its deliveries',
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});

export const testAlertWebhook = endpoint({
  method: 'POST',
  path: '/user/alert-webhook/test',
  access: 'user',
  member: 'person',
  cost: 'write',
  limits: ['webhookTest'],
  summary: 'Sends a test event; the result appears in the deliveries',
  response: z.object({ deliveryId: z.uuid() }),
  failures: ['not_found'],
});
