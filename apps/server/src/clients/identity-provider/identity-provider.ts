import { OidcEndpoints } from '@tidemark/contract';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { rememberLast } from '../../platform/remember-last.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

const tolerance = 60;

/** Who a token says it is for; the profile parts only where the provider puts them into access tokens. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  /** Whether the provider says that the e-mail is theirs; null where it does not say. */
  emailVerified: boolean | null;
  picture: string | null;
  /** The roles in the configured claim; never read from any other. */
  roles: string[];
  /** When the token was given out. */
  issuedAt: Date;
}

export interface IdentityProvider {
  /** Checks an access token. Throws `unauthenticated`, or `idp_unavailable` when no key could ever be read. */
  verify(token: string): Promise<Identity>;
  /** Fills in name, e-mail and picture from the provider's userinfo where the token lacks them. */
  withProfile(identity: Identity, token: string): Promise<Identity>;
  isReady(): Promise<boolean>;
  /** When its keys were read last; null before the first time. */
  keysReadAt(): Date | null;
  /** Where the provider does what, once it has told us. */
  endpoints(): OidcEndpoints | null;
}

const Profile = z.object({
  sub: z.string(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  // Some providers write it as text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional()
    .catch(undefined),
  picture: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
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
  // Every answer names their origins in its headers.
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
      throw new Failure('unauthenticated', undefined, {
        cause: cause instanceof errors.JOSEError ? cause.code : cause,
      });
    });
    if ((payload.iat ?? 0) > now.getTime() / 1000 + tolerance || !payload.sub) throw new Failure('unauthenticated');
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
        throw new Failure('idp_unavailable', undefined, { cause });
      });
      const now = clock();
      const readAt = keys.readAt();
      const known = verified.find(token, { now, readAt });
      if (known) return known;
      const { payload, identity } = await readToken(token, now);
      // Keys that were read meanwhile may lack the one that this was checked with.
      if (keys.readAt()?.getTime() === readAt?.getTime()) verified.keep(token, payload, { said: identity, readAt });
      return identity;
    },

    async withProfile(identity, token) {
      const address = keys.discovery()?.userinfo_endpoint;
      if ((identity.name && identity.email && identity.emailVerified !== null) || !address) return identity;
      const { statusCode, body } = await request(address, {
        headers: { authorization: `Bearer ${token}` },
        headersTimeout: 5_000,
        bodyTimeout: 5_000,
      });
      if (statusCode !== 200) {
        await body.dump();
        return identity;
      }
      const profile = Profile.safeParse(await body.json()).data;
      // Another person's answer must not become this one's name (OpenID Connect Core, 5.3.2).
      if (!profile || profile.sub !== identity.subject) return identity;
      return {
        ...identity,
        name: identity.name ?? profile.name ?? profile.preferred_username ?? null,
        ...emailOf(identity, profile),
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

/** What is said of whether an e-mail is theirs holds for that e-mail only. */
function emailOf(identity: Identity, profile: z.output<typeof Profile>): Pick<Identity, 'email' | 'emailVerified'> {
  const email = identity.email ?? profile.email ?? null;
  const told = email !== null && profile.email === email ? (profile.email_verified ?? null) : null;
  return { email, emailVerified: identity.emailVerified ?? told };
}
