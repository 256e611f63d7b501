import { OidcEndpoints } from '@tidemark/contract';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import { rememberLast } from '../../platform/memoize-last.ts';
import { readJson } from './read-json.ts';
import { createSigningKeys } from './signing-keys.ts';
import { DisplayName, Email, isSubject, Picture } from './profile-claims.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

const tolerance = 60;
const maxProfileBytes = 64 * 1024;

/** The subject of a token; profile fields are present only if the provider puts them into access tokens. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  /** Whether the provider has verified the email address; null where it does not say. */
  emailVerified: boolean | null;
  picture: string | null;
  /** Roles from the configured claim, never from any other. */
  roles: string[];
  issuedAt: Date;
}

export interface IdentityProvider {
  /** Verifies an access token. Throws `unauthenticated`, or `idp_unavailable` while no keys have ever been loaded. */
  verify(token: string): Promise<Identity>;
  /** Adds name, email and picture from the provider's userinfo endpoint if the token lacks them. */
  withProfile(identity: Identity, token: string): Promise<Identity>;
  isReady(): Promise<boolean>;
  /** When the keys were last loaded; null before the first time. */
  keysReadAt(): Date | null;
  /** The provider's endpoints, once discovery has succeeded. */
  endpoints(): OidcEndpoints | null;
}

const Profile = z.object({
  sub: z.string(),
  name: DisplayName,
  preferred_username: DisplayName,
  email: Email,
  // Some providers send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional()
    .catch(undefined),
  picture: Picture,
});

export function createIdentityProvider({
  issuer,
  audience,
  rolesClaim,
  clock,
}: {
  issuer: string;
  audience: string;
  rolesClaim: string | null;
  clock: Clock;
}): IdentityProvider {
  const keys = createSigningKeys({ issuer, clock });
  const verified = createVerifiedTokens<Identity>({ tolerance });
  // Every response lists their origins in its headers.
  const toEndpoints = rememberLast((discovery: unknown) => OidcEndpoints.nullable().parse(discovery));

  async function readToken(token: string, now: Date): Promise<{ payload: JWTPayload; identity: Identity }> {
    const { payload } = await jwtVerify(token, keys.getKey, {
      issuer,
      audience,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: tolerance,
      currentDate: now,
    }).catch((cause: unknown) => {
      throw new ApiError('unauthenticated', undefined, {
        cause: cause instanceof errors.JOSEError ? cause.code : cause,
      });
    });
    if ((payload.iat ?? 0) > now.getTime() / 1000 + tolerance || !payload.sub) throw new ApiError('unauthenticated');
    if (!isSubject(payload.sub))
      throw new ApiError('unauthenticated', undefined, {
        message: 'The subject of the token has more than 255 characters, or characters that cannot be stored.',
      });
    const profile = Profile.safeParse(payload).data;
    return {
      payload,
      identity: {
        issuer,
        subject: payload.sub,
        name: profile?.name ?? profile?.preferred_username ?? null,
        email: profile?.email ?? null,
        emailVerified: profile?.email ? (profile.email_verified ?? null) : null,
        picture: profile?.picture ?? null,
        issuedAt: new Date((payload.iat ?? 0) * 1000),
        roles: rolesClaim ? z.array(z.string()).catch([]).parse(payload[rolesClaim]) : [],
      },
    };
  }

  return {
    async verify(token) {
      await keys.ensure().catch((cause: unknown) => {
        throw new ApiError('idp_unavailable', undefined, { cause });
      });
      const now = clock();
      const readAt = keys.readAt();
      const known = verified.find(token, { now, readAt });
      if (known) return known;
      const { payload, identity } = await readToken(token, now);
      // Keys loaded meanwhile may lack the one that verified this token.
      if (keys.readAt()?.getTime() === readAt?.getTime()) verified.keep(token, payload, { said: identity, readAt });
      return identity;
    },

    async withProfile(identity, token) {
      const address = keys.discovery()?.userinfo_endpoint;
      if ((identity.name && identity.email && identity.emailVerified !== null) || !address) return identity;
      const profile = await fetchProfile(address, token).catch((cause: unknown) => {
        throw new ApiError('idp_unavailable', undefined, { cause });
      });
      // Another subject's response must be ignored (OpenID Connect Core, 5.3.2).
      if (!profile || profile.sub !== identity.subject) return identity;
      return {
        ...identity,
        name: identity.name ?? profile.name ?? profile.preferred_username ?? null,
        ...toEmail(identity, profile),
        picture: identity.picture ?? profile.picture ?? null,
      };
    },

    async isReady() {
      await keys.ensure().catch(() => undefined);
      return keys.isLoaded();
    },

    keysReadAt: keys.readAt,

    endpoints: () => toEndpoints(keys.discovery()),
  };
}

/** The provider's userinfo response; null if it returns an error or cannot be parsed. */
async function fetchProfile(address: string, token: string): Promise<z.output<typeof Profile> | null> {
  const { statusCode, body } = await request(address, {
    headers: { authorization: `Bearer ${token}` },
    headersTimeout: 5_000,
    bodyTimeout: 5_000,
  });
  if (statusCode !== 200) {
    await body.dump();
    return null;
  }
  return Profile.safeParse(await readJson(body, maxProfileBytes).catch(() => null)).data ?? null;
}

/** `email_verified` applies only to the email address it came with. */
function toEmail(identity: Identity, profile: z.output<typeof Profile>): Pick<Identity, 'email' | 'emailVerified'> {
  const email = identity.email ?? profile.email ?? null;
  const reported = email !== null && profile.email === email ? (profile.email_verified ?? null) : null;
  return { email, emailVerified: identity.emailVerified ?? reported };
}
