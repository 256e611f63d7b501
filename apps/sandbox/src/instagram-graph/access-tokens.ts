import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import type { AccountProfile } from '../world/account-profile.ts';
import type { Person } from '../world/people.ts';
import { findPerson } from '../world/people.ts';
import { grantedScopes, LoginChoice, LoginVariant } from './login/login-choice.ts';
import { expiredToken, invalidToken } from './graph-error.ts';
import { createTokenSeal } from './token-seal.ts';

export const longLifeSeconds = 5_183_944;
const dataAccessSeconds = 90 * 86_400;

const Payload = z.object({
  k: z.enum(['user', 'page', 'code']),
  p: z.string(),
  /** Issued at, by the sandbox's clock and by the real one, in milliseconds. */
  i: z.number(),
  r: z.number(),
  /** Expires at, by the sandbox's clock; 0 means never. */
  e: z.number(),
  /** Scopes that were not granted, and pages that were not shared. */
  w: z.array(z.string()),
  x: z.array(z.string()),
  /** A code's redirect URI ('' from the popup), or a page token's page. */
  t: z.string(),
  v: LoginVariant.prefault({}),
  n: z.string(),
});
type Payload = z.infer<typeof Payload>;

export interface Caller {
  person: Person;
  kind: 'user' | 'page';
  variant: LoginVariant;
  token: string;
  issuedAt: number;
  expiresAt: number;
  dataAccessExpiresAt: number;
  scopes: string[];
  excludedPages: string[];
  pageId: string;
  /** The only account of a login at Instagram; undefined for a login at Facebook. */
  instagram?: AccountProfile | undefined;
}

interface LoginCode extends Omit<LoginChoice, keyof LoginVariant> {
  person: Person;
  variant: LoginVariant;
  nonce: string;
  issuedAt: number;
}

export interface AccessTokens {
  code: (person: Person, choice: z.input<typeof LoginChoice>) => string;
  readCode: (code: string) => LoginCode | undefined;
  userToken: (code: LoginCode) => string;
  renewed: (caller: Caller) => string;
  pageToken: (caller: Caller, pageId: string) => string;
  /** Throws the matching error 190 when the token is invalid. */
  require: (token: string) => Caller;
  invalidate: (person: Person, subcode: number | null) => void;
  decline: (person: Person, scope: string) => void;
}

/** Creates signed, self-contained tokens, so that they survive a restart; only revocations are stored. */
export function createAccessTokens({
  secret,
  store,
  clock,
}: {
  secret: string;
  store: StateStore;
  clock: SandboxClock;
}): AccessTokens {
  const { state, save } = store;
  const tokens = createTokenSeal(secret);

  /** Returns the real time, but after a person's last invalidation if the clock stands still. */
  const toInstant = (key: string) => Math.max(clock.real(), (state.metaLogins[key]?.invalidUntil ?? 0) + 1);

  function seal(prefix: string, payload: Omit<Payload, 'i' | 'r' | 'n'>): string {
    const whole: Payload = { ...payload, i: clock.now(), r: toInstant(payload.p), n: randomBytes(6).toString('hex') };
    return tokens.seal(prefix, whole);
  }

  function open(token: string): Payload | undefined {
    const payload = tokens.open(/^(?:EAAG|AQB)/, token);
    return payload === undefined ? undefined : Payload.parse(payload);
  }

  const toExpiry = (variant: LoginVariant) => (isSystemUser(variant) ? 0 : clock.now() + longLifeSeconds * 1000);
  const toLogin = (person: Person) => state.metaLogins[person.key];

  return {
    code(person, choice) {
      const { without, excludedPages, redirectUri, ...variant } = LoginChoice.parse(choice);
      return seal('AQB', {
        k: 'code',
        p: person.key,
        e: clock.now() + 600_000,
        w: without,
        x: excludedPages,
        t: redirectUri,
        v: variant,
      });
    },
    readCode(code) {
      const payload = open(code);
      const person = payload && findPerson({ key: payload.p });
      if (!person || payload.k !== 'code') return undefined;
      return {
        person,
        without: payload.w,
        excludedPages: payload.x,
        redirectUri: payload.t,
        variant: payload.v,
        nonce: payload.n,
        issuedAt: payload.i,
      };
    },
    userToken({ person, without, excludedPages, variant }) {
      const login = toLogin(person);
      if (login) login.declined = [];
      save();
      return seal('EAAG', {
        k: 'user',
        p: person.key,
        e: toExpiry(variant),
        w: without,
        x: excludedPages,
        t: '',
        v: variant,
      });
    },
    renewed: ({ person, excludedPages, scopes, variant }) =>
      seal('EAAG', {
        k: 'user',
        p: person.key,
        e: toExpiry(variant),
        w: grantedScopes(variant, scopes),
        x: excludedPages,
        t: '',
        v: variant,
      }),
    // A page token stays the same for its user token's lifetime.
    pageToken: ({ person, excludedPages, scopes, issuedAt, token, variant }, pageId) => {
      const payload: Payload = {
        k: 'page',
        p: person.key,
        i: issuedAt,
        r: open(token)?.r ?? clock.real(),
        e: 0,
        w: grantedScopes(variant, scopes),
        x: excludedPages,
        t: pageId,
        v: variant,
        n: 'page',
      };
      return tokens.seal('EAAG', payload);
    },
    require(token) {
      const payload = open(token);
      const person = payload && findPerson({ key: payload.p });
      if (!person || payload.k === 'code') throw invalidToken();
      const login = toLogin(person);
      if (login && payload.r <= login.invalidUntil) {
        if (login.subcode === 463) throw expiredToken(login.invalidUntil, clock.now());
        throw invalidToken(login.subcode ?? undefined);
      }
      if (payload.e !== 0 && payload.e <= clock.now()) throw expiredToken(payload.e, clock.now());
      return {
        person,
        kind: payload.k,
        variant: payload.v,
        token,
        issuedAt: payload.i,
        expiresAt: payload.e,
        dataAccessExpiresAt: isSystemUser(payload.v) ? 0 : payload.i + dataAccessSeconds * 1000,
        scopes: grantedScopes(payload.v, [...payload.w, ...(login?.declined ?? [])]),
        excludedPages: payload.x,
        pageId: payload.t,
      };
    },
    invalidate(person, subcode) {
      state.metaLogins[person.key] = { invalidUntil: toInstant(person.key), subcode, declined: [] };
      save();
    },
    decline(person, scope) {
      const login = toLogin(person) ?? { invalidUntil: 0, subcode: null, declined: [] };
      state.metaLogins[person.key] = { ...login, declined: [...new Set([...login.declined, scope])] };
      save();
    },
  };
}

export function isSystemUser({ tokenType }: LoginVariant): boolean {
  return tokenType === 'SYSTEM_USER';
}

export function toProof(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}
