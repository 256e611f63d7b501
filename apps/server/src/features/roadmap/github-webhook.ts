import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import { isSameText } from '../../platform/is-same-text.ts';

/** Events after which the list may differ: about issues, their comments, and their labels. */
const listChanges = new Set(['issues', 'issue_comment', 'label', 'milestone']);

const Payload = z.object({ repository: z.object({ full_name: z.string() }).optional() });

interface Delivery {
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Returns true if a delivery reports a change to the repository's issues; throws if GitHub did not sign it.
 * @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export function isListChange({ body, headers }: Delivery, secret: string, repository: string): boolean {
  const signature = headers['x-hub-signature-256'];
  const own = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  if (typeof signature !== 'string' || !isSameText(signature, own)) throw new ApiError('signature_invalid');
  if (!listChanges.has(String(headers['x-github-event']))) return false;
  const payload = Payload.safeParse(parseBody(body, String(headers['content-type'])));
  return payload.data?.repository?.full_name.toLowerCase() === repository.toLowerCase();
}

/** Parses a webhook's JSON, or its form with JSON in `payload`, as chosen in its settings. */
function parseBody(body: Buffer, type: string): unknown {
  const text = type.startsWith('application/x-www-form-urlencoded')
    ? (new URLSearchParams(body.toString()).get('payload') ?? '')
    : body.toString();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
