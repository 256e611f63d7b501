import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Caller } from '../instagram-graph/access-tokens.ts';
import { expiredToken, GraphError, invalidToken } from '../instagram-graph/graph-error.ts';
import { LoginVariant } from '../instagram-graph/login/login-choice.ts';
import { createTokenSeal } from '../instagram-graph/token-seal.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import type { AccountProfile } from '../world/account-profile.ts';
import { findPerson } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { typeNow } from './instagram-account.ts';

export const longLifeSeconds = 5_183_944;
const shortLifeMillis = 3_600_000;
const codeLifeMillis = 600_000;
const minRefreshAge = 86_400_000;

export const instagramScopes = ['instagram_business_basic', 'instagram_business_manage_insights'] as const;

export const InstagramChoice = z.strictObject({
  /** Requested scopes that are not granted. */
  without: z.array(z.string()).default([]),
  redirectUri: z.string(),
});

const Payload = z.object({
  kind: z.enum(['code', 'short', 'long']),
  account: z.string(),
  /** Issued at, by the sandbox's clock and by the real one, in milliseconds. */
  issued: z.number(),
  real: z.number(),
  expires: z.number(),
  scopes: z.array(z.string()),
  redirectUri: z.string().default(''),
  nonce: z.string(),
});
type Payload = z.infer<typeof Payload>;

/** Names of the same permissions in a login at Facebook, by which the nodes check them. */
const sameScopes: Record<string, string> = {
  instagram_business_basic: 'instagram_basic',
  instagram_business_manage_insights: 'instagram_manage_insights',
};

export type InstagramTokens = ReturnType<typeof createInstagramTokens>;

/** Creates the codes and tokens of logins at Instagram, each for one account. */
export function createInstagramTokens({
  secret,
  store,
  clock,
  world,
}: {
  secret: string;
  store: StateStore;
  clock: SandboxClock;
  world: World;
}) {
  const { state, save } = store;
  const tokens = createTokenSeal(`${secret}/instagram`);
  const usedCodes = new Set<string>();

  function issue(kind: Payload['kind'], given: Pick<Payload, 'account' | 'scopes'> & { redirectUri?: string }): string {
    const life = { code: codeLifeMillis, short: shortLifeMillis, long: longLifeSeconds * 1000 }[kind];
    return tokens.seal(kind === 'code' ? 'AQ' : 'IGAA', {
      kind,
      ...given,
      issued: clock.now(),
      real: clock.real(),
      expires: clock.now() + life,
      nonce: randomBytes(6).toString('hex'),
    });
  }

  function open(prefix: RegExp, token: string): Payload | undefined {
    const payload = tokens.open(prefix, token);
    return payload === undefined ? undefined : Payload.parse(payload);
  }

  /** Returns a valid token's payload, or throws the matching error 190. */
  function requirePayload(token: string): { payload: Payload; account: AccountProfile } {
    const payload = open(/^IGAA/, token);
    const account = payload && world.findAccount(payload.account);
    if (!payload || !account) throw invalidToken();
    const ended = state.instagramLogins[account.id];
    if (ended && payload.real <= ended.invalidUntil) {
      if (ended.subcode === 463) throw expiredToken(ended.invalidUntil, clock.now());
      throw invalidToken(ended.subcode);
    }
    if (payload.expires <= clock.now()) throw expiredToken(payload.expires, clock.now());
    return { payload, account };
  }

  return {
    code(account: AccountProfile, choice: z.input<typeof InstagramChoice>): string {
      const { without, redirectUri } = InstagramChoice.parse(choice);
      const scopes = instagramScopes.filter((scope) => !without.includes(scope));
      return issue('code', { account: account.id, scopes, redirectUri });
    },

    /**
     * Exchanges a code for a short-lived token; returns why not. As recorded, a wrong secret is refused like another
     * redirect URI, and is not noticed with a made-up code.
     */
    exchangeCode(
      code: string,
      { redirectUri, isSecretKnown }: { redirectUri: string; isSecretKnown: boolean },
    ): { token: string; account: AccountProfile; scopes: string[] } | string {
      const payload = open(/^AQ/, code);
      const account = payload && world.findAccount(payload.account);
      if (!payload || !account) return 'Invalid authorization code';
      if (payload.redirectUri !== redirectUri || !isSecretKnown)
        return 'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request';
      if (usedCodes.has(payload.nonce)) return 'This authorization code has been used';
      if (payload.expires <= clock.now()) return 'Matching code was not found or was already used';
      usedCodes.add(payload.nonce);
      const login = state.instagramLogins[account.id];
      if (login) login.declined = [];
      save();
      const { scopes } = payload;
      return { token: issue('short', { account: account.id, scopes }), account, scopes };
    },

    toLongLived(token: string): string {
      const { payload, account } = requirePayload(token);
      if (payload.kind !== 'short') throw unsupported();
      return issue('long', { account: account.id, scopes: payload.scopes });
    },

    /** Refreshes a token that is at least a day old; the older one stays valid. */
    refresh(token: string): string {
      const { payload, account } = requirePayload(token);
      if (payload.kind !== 'long' || clock.now() - payload.issued < minRefreshAge) throw unsupported();
      return issue('long', { account: account.id, scopes: payload.scopes });
    },

    require(token: string): Caller {
      const { payload, account } = requirePayload(token);
      const person = findPerson({ key: account.owner });
      if (!person) throw invalidToken();
      const declined = state.instagramLogins[account.id]?.declined ?? [];
      const canRead = ['business', 'creator'].includes(typeNow(store, account));
      const granted = payload.scopes.filter(
        (scope) => !declined.includes(scope) && (canRead || scope === instagramScopes[0]),
      );
      return {
        person,
        kind: 'user',
        variant: LoginVariant.parse({}),
        token,
        issuedAt: payload.issued,
        expiresAt: payload.expires,
        dataAccessExpiresAt: 0,
        // A page's permission protects these elsewhere; here they need no page.
        scopes: ['pages_read_engagement', ...granted.map((scope) => sameScopes[scope] ?? scope)],
        excludedPages: [],
        pageId: '',
        instagram: account,
      };
    },

    invalidate({ id }: AccountProfile, subcode: number): void {
      state.instagramLogins[id] = { invalidUntil: clock.real(), subcode, declined: [] };
      save();
    },

    decline({ id }: AccountProfile, scope: string): void {
      const { invalidUntil = 0, subcode = 458, declined = [] } = state.instagramLogins[id] ?? {};
      state.instagramLogins[id] = { invalidUntil, subcode, declined: [...new Set([...declined, scope])] };
      save();
    },
  };
}

/** Recorded by users of refresh_access_token whose token could not be refreshed (instafeed.js #654). */
function unsupported(): GraphError {
  return new GraphError('Unsupported request - method type: get', { type: 'IGApiException', code: 100 });
}
