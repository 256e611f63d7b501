import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../../../platform/failure.ts';

const Payload = z.object({ algorithm: z.literal('HMAC-SHA256'), user_id: z.string().min(1).max(64) });

export interface SignedRequest {
  metaUserId: string;
  /** The same for the same request, whatever is put around it. */
  hash: Buffer;
}

/**
 * Reads who Meta speaks of. The algorithm is ours to choose, not the sender's; it only has to be the one that is named:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#signed-request
 */
export function readSignedRequest(body: Buffer, appSecret: string): SignedRequest {
  const [given = '', text = '', ...more] = (
    new URLSearchParams(body.toString('utf8')).get('signed_request') ?? ''
  ).split('.');
  const own = createHmac('sha256', appSecret).update(text).digest();
  const signature = Buffer.from(given, 'base64url');
  const isSigned = more.length === 0 && signature.length === own.length && timingSafeEqual(signature, own);
  if (appSecret === '' || !isSigned) throw new Failure('signature_invalid');
  const payload = Payload.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!payload.success) throw new Failure('signature_invalid');
  return { metaUserId: payload.data.user_id, hash: createHash('sha256').update(text).digest() };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
