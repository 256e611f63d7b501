import { createHmac, createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { JWK } from 'jose';
import { z } from 'zod';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { Person } from '../world/people.ts';
import { accessTokenSeconds, apiAudience, toClaims, clientId, grantedScope } from './claims.ts';
import type { SigningKeys } from './signing-keys.ts';

export const TokenOverrides = z.strictObject({
  /** Merged into the payload; null removes a claim. */
  claims: z.record(z.string(), z.unknown()).default({}),
  header: z.record(z.string(), z.unknown()).default({}),
  lifetimeSeconds: z.number().optional(),
  foreignKey: z.boolean().default(false),
  algorithm: z.enum(['RS256', 'HS256', 'none']).default('RS256'),
});
export type TokenOverrides = z.input<typeof TokenOverrides>;

interface Maker {
  origin: string;
  keys: SigningKeys;
  clock: SandboxClock;
}

/** Makes tokens as the provider issues them, without a browser; overrides make them as invalid as a test needs. */
export async function makeTokens({ origin, keys, clock }: Maker, person: Person, given: TokenOverrides = {}) {
  const { claims, header, lifetimeSeconds, foreignKey, algorithm } = TokenOverrides.parse(given);
  const key = await (foreignKey ? keys.foreign() : keys.signing());
  const expiresIn = lifetimeSeconds ?? accessTokenSeconds;
  // Valid for products that follow the sandbox's clock and for those that follow the real one.
  const issuedAt = Math.floor(Math.min(clock.now(), clock.real()) / 1000);
  const expiresAt =
    Math.floor((lifetimeSeconds === undefined ? Math.max(clock.now(), clock.real()) : clock.now()) / 1000) + expiresIn;
  const signedInAt = Math.floor(Math.max(clock.now(), clock.real()) / 1000);
  const common = {
    iss: `${origin}/oidc`,
    iat: issuedAt,
    exp: expiresAt,
    auth_time: signedInAt,
    ...toClaims(person, origin),
  };
  const access = { ...common, aud: apiAudience, client_id: clientId, scope: grantedScope, jti: randomUUID() };
  const identity = { ...common, aud: clientId };
  return {
    accessToken: signed({ alg: algorithm, typ: 'at+jwt', kid: key.kid, ...header }, apply(access, claims), key),
    idToken: signed(
      { alg: algorithm, typ: 'JWT', kid: key.kid, ...header },
      apply(identity, foreignKey ? claims : {}),
      key,
    ),
    expiresIn,
  };
}

function apply(payload: Record<string, unknown>, claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...payload, ...claims }).filter(([, value]) => value !== null));
}

/** Signs by hand, because token libraries refuse to create invalid tokens. */
function signed(header: { alg: string } & Record<string, unknown>, payload: Record<string, unknown>, key: JWK): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${signature(header.alg, text, key).toString('base64url')}`;
}

function signature(algorithm: string, text: string, key: JWK): Buffer {
  if (algorithm === 'none') return Buffer.alloc(0);
  if (algorithm === 'HS256')
    return createHmac('sha256', Buffer.from(key.n ?? '', 'base64url'))
      .update(text)
      .digest();
  const privateKey = createPrivateKey({ key: { ...key }, format: 'jwk' });
  return sign('sha256', Buffer.from(text), privateKey);
}
