import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { leewaySeconds } from './discovery.ts';
import { isSubject } from './profile-claims.ts';
import { toRejection, TokenRejection } from './token-rejection.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

export interface SignedTokensOptions<Claims> {
  issuer: string;
  audience: string;
  /** The variable that the audience comes from, for the log. */
  audienceSetting: string;
  keys: { getKey: JWTVerifyGetKey; readAt: () => Date | null };
  /** Returns a verified token's claims; throws `TokenRejection`. */
  read(payload: JWTPayload & { sub: string }, options: { type: string | undefined; issuedAt: Date }): Claims;
}

/** Verifies signed tokens (JWT) for one audience, each only once until the keys are reloaded. */
export function createSignedTokens<Claims>({
  issuer,
  audience,
  audienceSetting,
  keys,
  read,
}: SignedTokensOptions<Claims>) {
  const verified = createVerifiedTokens<Claims>({ tolerance: leewaySeconds });

  async function readToken(token: string, now: Date): Promise<{ payload: JWTPayload; claims: Claims }> {
    const { payload, protectedHeader } = await jwtVerify(token, keys.getKey, {
      issuer,
      audience,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: leewaySeconds,
      currentDate: now,
    }).catch((cause: unknown) => {
      throw toRejection(cause, { token, issuer, audience, audienceSetting, now });
    });
    const { iat = 0, sub = '' } = payload;
    if (iat > now.getTime() / 1000 + leewaySeconds)
      throw new TokenRejection('iat', `iat is ${iat}, which is in the future: compare the clocks`);
    const claims = read(
      { ...payload, sub: requireSubject(sub) },
      { type: protectedHeader.typ, issuedAt: new Date(iat * 1000) },
    );
    return { payload, claims };
  }

  return async function verify(token: string, now: Date): Promise<Claims> {
    const readAt = keys.readAt();
    const known = verified.find(token, { now, readAt });
    if (known) return known;
    const { payload, claims } = await readToken(token, now);
    // Keys loaded meanwhile may lack the one that verified this token.
    if (keys.readAt()?.getTime() === readAt?.getTime()) verified.keep(token, payload, { claims, readAt });
    return claims;
  };
}

export function requireSubject(subject: string): string {
  if (subject === '') throw new TokenRejection('sub', 'sub is missing');
  if (isSubject(subject)) return subject;
  throw new TokenRejection(
    'sub',
    'the subject of the token has more than 255 characters, or characters that cannot be stored',
  );
}
