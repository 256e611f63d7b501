import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '../../../../platform/api-error.ts';

const maxAgeSeconds = 86_400;
const clockToleranceSeconds = 300;

// Rejects payloads signed by the login SDK, which uses the same secret but sends a code or a token.
const Payload = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: z.string().min(1).max(64),
  issued_at: z.number(),
  code: z.undefined().optional(),
  oauth_token: z.undefined().optional(),
});

export interface SignedRequest {
  metaUserId: string;
  /** Same for repeated requests, regardless of encoding. */
  hash: Buffer;
}

/**
 * Verifies a signed request and returns its Meta user. The algorithm is fixed; the payload only has to name it:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#signed-request
 */
export function readSignedRequest(body: Buffer, { appSecret, now }: { appSecret: string; now: Date }): SignedRequest {
  const [given = '', text = '', ...more] = (
    new URLSearchParams(body.toString('utf8')).get('signed_request') ?? ''
  ).split('.');
  const own = createHmac('sha256', appSecret).update(text).digest();
  const signature = Buffer.from(given, 'base64url');
  const isSigned = more.length === 0 && signature.length === own.length && timingSafeEqual(signature, own);
  if (appSecret === '' || !isSigned) throw new ApiError('signature_invalid');
  const payload = Payload.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!payload.success || !isRecent(payload.data.issued_at, now)) throw new ApiError('signature_invalid');
  return { metaUserId: payload.data.user_id, hash: createHash('sha256').update(text).digest() };
}

function isRecent(issuedAt: number, now: Date): boolean {
  const ageSeconds = now.getTime() / 1000 - issuedAt;
  return ageSeconds >= -clockToleranceSeconds && ageSeconds <= maxAgeSeconds;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
