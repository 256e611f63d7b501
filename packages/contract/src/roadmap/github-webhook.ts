import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

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
