import type { JWTPayload } from 'jose';
import { request } from 'undici';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { Profile, readRoles } from './claims.ts';
import { httpTimeoutSeconds, type Discovery, type ProviderFetch } from './discovery.ts';
import { createOpaqueTokens } from './opaque-tokens.ts';
import { Email } from './profile-claims.ts';
import { createProgramTokens, findClientId, type ProgramIdentity } from './program-tokens.ts';
import { readJson } from './read-json.ts';
import type { IdTokenClaims, RelyingParty } from './relying-party.ts';
import { createSignedTokens, requireSubject } from './signed-tokens.ts';
import { createSigningKeys } from './signing-keys.ts';
import { TokenRejection, type RejectionReason } from './token-rejection.ts';

const maxProfileBytes = 64 * 1024;

/** A token's subject; profile fields are present only if the provider puts them into its tokens. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string | null;
  /** The provider's `preferred_username`: with Entra ID, usually an address. */
  username: string | null;
  email: string | null;
  /** Email verification according to the provider; null if it does not say. */
  emailVerified: boolean | null;
  picture: string | null;
  /** Roles from the configured claim, never from any other. */
  roles: string[];
  issuedAt: Date;
  /** Time at which the person last authenticated (RFC 9068, 2.2.1); null if the token does not say. */
  signedInAt: Date | null;
}

export interface IdentityProvider {
  /**
   * Verifies an access token; `justIssued` if the provider has issued it to us a moment ago. Throws `unauthenticated`
   * with a `TokenRejection` as its cause, or `idp_unavailable` while no keys have ever been loaded.
   */
  verify(token: string, options?: { justIssued?: boolean }): Promise<Identity>;
  /** Verifies an access token for the MCP server, which no other call accepts. Throws like `verify`. */
  verifyProgram(token: string): Promise<ProgramIdentity>;
  /**
   * Returns the person who has just signed in. Their subject is the ID token's, which OpenID Connect promises to be
   * stable and never reassigned; RFC 9068 promises neither for access tokens.
   */
  toPerson(identity: Identity, claims: IdTokenClaims | null): Identity;
  /** Adds name, email and picture from the provider's userinfo endpoint if the tokens lack them. */
  withProfile(identity: Identity, token: string): Promise<Identity>;
  isReady(): Promise<boolean>;
  /** Returns the reason why discovery or the keys last failed to load; null if they loaded. */
  problem(): string | null;
  /** Returns the time at which the keys were last loaded; null before the first time. */
  keysReadAt(): Date | null;
  /** Returns the provider's metadata. Throws `idp_unavailable` while discovery has never succeeded. */
  discover(): Promise<Discovery>;
}

export interface IdentityProviderOptions {
  issuer: string;
  /** Issuer stored with users. */
  storedIssuer: string;
  clientId: string;
  audience: string | null;
  /** Audience of tokens for the MCP server; null if it accepts none. */
  mcpResource: string | null;
  rolesClaim: string | null;
  /** Access tokens are verified by their signature, or by asking the provider. */
  accessTokens: 'jwt' | 'introspection' | 'userinfo';
  /** If true, an email address counts as verified when the provider does not say. */
  trustsEmail: boolean;
  clock: Clock;
  relyingParty: RelyingParty;
  fetchProvider?: ProviderFetch | null;
  findIssuedAt(token: string): Promise<Date | null>;
  onRejected(rejection: { reason: RejectionReason; message: string }): void;
  /** Called once for a claim that cannot be used. */
  onIgnored(reason: string): void;
}

export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { issuer, storedIssuer, clientId, mcpResource, rolesClaim, accessTokens } = options;
  const { trustsEmail, clock, fetchProvider, onRejected, onIgnored } = options;
  const keys = createSigningKeys({ issuer, clock, fetchProvider });
  const verifySigned = createSignedTokens<Identity>({
    issuer,
    audience: options.audience ?? '',
    audienceSetting: 'OIDC_AUDIENCE',
    keys,
    read(payload, { issuedAt }) {
      assertOurs(payload);
      return toIdentity(payload, issuedAt);
    },
  });
  const verifySignedProgram =
    mcpResource === null ? null : createProgramTokens({ issuer, storedIssuer, audience: mcpResource, keys });
  const opaque = accessTokens === 'jwt' ? null : createOpaqueTokens({ ...options, mode: accessTokens });

  let hasReportedRoles = false;
  let hasReportedSubject = false;

  async function discover(): Promise<Discovery> {
    await keys.ensure().catch((cause: unknown) => {
      throw new ApiError('idp_unavailable', undefined, { cause });
    });
    const discovery = keys.discovery();
    if (!discovery) throw new ApiError('idp_unavailable');
    return discovery;
  }

  function toIdentity(claims: Record<string, unknown>, issuedAt: Date): Identity {
    const profile = Profile.safeParse(claims).data;
    if (!profile) throw new TokenRejection('sub', 'sub is missing');
    return {
      issuer: storedIssuer,
      subject: requireSubject(profile.sub),
      name: profile.name ?? profile.preferred_username ?? null,
      username: profile.preferred_username ?? null,
      email: profile.email ?? null,
      emailVerified: profile.email ? (profile.email_verified ?? null) : null,
      picture: profile.picture ?? null,
      issuedAt,
      signedInAt: typeof claims['auth_time'] === 'number' ? new Date(claims['auth_time'] * 1000) : null,
      roles: rolesClaim ? toRoles(claims, rolesClaim) : [],
    };
  }

  function toRoles(claims: Record<string, unknown>, claim: string): string[] {
    const roles = readRoles(claims, claim);
    if (roles) return roles;
    if (!hasReportedRoles) onIgnored(`The claim ${claim} (OIDC_ROLES_CLAIM) is neither a text nor a list of texts`);
    hasReportedRoles = true;
    return [];
  }

  /** Ignores another subject's profile, as required (OpenID Connect Core, 5.3.2). */
  function mergeOwn(identity: Identity, profile: Profile | null): Identity {
    if (!profile || profile.sub === identity.subject) return profile ? merge(identity, profile) : identity;
    if (!hasReportedSubject)
      onIgnored(
        `The provider’s userinfo endpoint answers for the subject ${JSON.stringify(profile.sub).slice(0, 200)}, and the token is for ${JSON.stringify(identity.subject).slice(0, 200)}: its name and address are not used`,
      );
    hasReportedSubject = true;
    return identity;
  }

  /**
   * Trusts an unverified address with `OIDC_TRUST_EMAIL`; also a username that is an address, where there is no other.
   */
  function trust(identity: Identity): Identity {
    if (!trustsEmail || identity.emailVerified !== null) return identity;
    const email =
      identity.email ?? Email.parse(identity.username?.includes('@') ? identity.username : undefined) ?? null;
    return email === null ? identity : { ...identity, email, emailVerified: true };
  }

  /**
   * Rejects programs' tokens: with OAuth for the MCP server, they get tokens from the same provider, and must get no
   * further with them.
   */
  function assertOurs(payload: JWTPayload): void {
    if (mcpResource === null) return;
    if ([payload.aud].flat().includes(mcpResource))
      throw new TokenRejection('aud', 'it is for the MCP server, and not for other calls');
    const client = findClientId(payload);
    if (client !== null && client !== clientId)
      throw new TokenRejection(
        'aud',
        `it was issued to ${JSON.stringify(client).slice(0, 100)}, not to OIDC_CLIENT_ID`,
      );
  }

  function toUnauthenticated(cause: unknown): ApiError {
    if (cause instanceof ApiError) return cause;
    if (!(cause instanceof TokenRejection)) return new ApiError('idp_unavailable', undefined, { cause });
    onRejected(cause);
    // Nothing that the caller could do helps.
    const message = cause.reason === 'sub' ? `This sign-in is not accepted: ${cause.message}.` : undefined;
    return new ApiError('unauthenticated', undefined, { cause, ...(message && { message }) });
  }

  return {
    async verify(token, { justIssued = false } = {}) {
      try {
        const discovery = await discover();
        if (!opaque) return await verifySigned(token, clock());
        const { claims, issuedAt } = await opaque.verify(discovery, token, { justIssued });
        return toIdentity(claims, issuedAt);
      } catch (cause) {
        throw toUnauthenticated(cause);
      }
    },

    async verifyProgram(token) {
      if (!verifySignedProgram) throw new ApiError('unauthenticated');
      try {
        await discover();
        return await verifySignedProgram(token, clock());
      } catch (cause) {
        throw toUnauthenticated(cause);
      }
    },

    toPerson(identity, claims) {
      if (!claims) return identity;
      try {
        return merge({ ...identity, subject: requireSubject(claims.sub) }, Profile.parse(claims));
      } catch (cause) {
        throw toUnauthenticated(cause);
      }
    },

    async withProfile(identity, token) {
      const address = keys.discovery()?.userinfo_endpoint;
      const isComplete = identity.name && identity.email && identity.emailVerified !== null;
      const profile =
        isComplete || !address
          ? null
          : await fetchProfile(address, token).catch((cause: unknown) => {
              throw new ApiError('idp_unavailable', undefined, { cause });
            });
      return trust(mergeOwn(identity, profile));
    },

    async isReady() {
      await keys.ensure().catch(() => undefined);
      return keys.isLoaded();
    },

    problem: keys.problem,

    keysReadAt: keys.readAt,

    discover,
  };
}

/** Fetches the provider's userinfo response; null if it returns an error or cannot be parsed. */
async function fetchProfile(address: string, token: string): Promise<Profile | null> {
  const { statusCode, body } = await request(address, {
    headers: { authorization: `Bearer ${token}` },
    headersTimeout: httpTimeoutSeconds * 1000,
    bodyTimeout: httpTimeoutSeconds * 1000,
  });
  if (statusCode !== 200) {
    await body.dump();
    return null;
  }
  return Profile.safeParse(await readJson(body, maxProfileBytes).catch(() => null)).data ?? null;
}

function merge(identity: Identity, profile: Profile): Identity {
  const email = identity.email ?? profile.email ?? null;
  // `email_verified` applies only to the email address it came with.
  const reported = email !== null && profile.email === email ? (profile.email_verified ?? null) : null;
  return {
    ...identity,
    name: identity.name ?? profile.name ?? profile.preferred_username ?? null,
    username: identity.username ?? profile.preferred_username ?? null,
    email,
    emailVerified: identity.emailVerified ?? reported,
    picture: identity.picture ?? profile.picture ?? null,
  };
}
