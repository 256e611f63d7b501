import { decodeJwt, errors } from 'jose';

export type RejectionReason =
  'iss' | 'aud' | 'exp' | 'nbf' | 'iat' | 'sub' | 'alg' | 'signature' | 'format' | 'inactive';

/** The reason why an access token was not accepted: short for the log's limit, a sentence for people. */
export class TokenRejection extends Error {
  readonly reason: RejectionReason;
  constructor(reason: RejectionReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

/** Translates what jose reports. It verifies claims only after the signature: those in other messages are true. */
export function toRejection(
  cause: unknown,
  expected: { token: string; issuer: string; audience: string; audienceSetting: string; now: Date },
): TokenRejection {
  const reject = (reason: RejectionReason, message: string) => new TokenRejection(reason, message, { cause });
  if (cause instanceof errors.JWTExpired)
    return reject('exp', `exp was ${ago(cause.payload.exp, expected.now)}: if it should be valid, compare the clocks`);
  if (cause instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = cause;
    if (claim === 'iss')
      return reject('iss', `iss is ${quote(payload.iss)}, expected ${expected.issuer} (OIDC_ISSUER)`);
    if (claim === 'aud')
      return reject('aud', `aud is ${quote(payload.aud)}, expected ${expected.audience} (${expected.audienceSetting})`);
    if (claim === 'nbf' || claim === 'iat' || claim === 'exp')
      return reject(claim, `${claim} is ${quote(payload[claim])}, which is not valid now: compare the clocks`);
    return reject('sub', `${claim} is ${cause.reason === 'missing' ? 'missing' : 'not valid'}`);
  }
  if (cause instanceof errors.JOSEAlgNotAllowed) return reject('alg', 'alg is not RS256, PS256, ES256 or EdDSA');
  if (cause instanceof errors.JWKSNoMatchingKey) return reject('signature', 'kid is not in the provider’s key set');
  if (cause instanceof errors.JWSSignatureVerificationFailed)
    return reject('signature', `the signature is not the provider’s; unverified, it says ${describe(expected.token)}`);
  return reject('format', 'it is not a signed JWT: see OIDC_ACCESS_TOKENS for opaque tokens');
}

function ago(seconds: number | undefined, now: Date): string {
  return `${Math.round(now.getTime() / 1000 - (seconds ?? 0))} seconds ago`;
}

function quote(claim: unknown): string {
  return JSON.stringify(claim ?? null).slice(0, 200);
}

/** Names the token's claimed issuer and audience: with Entra ID, only Graph can verify tokens for Microsoft Graph. */
function describe(token: string): string {
  const { aud, iss } = decodeJwt(token);
  return `aud ${quote(aud)}, iss ${quote(iss)}`;
}
