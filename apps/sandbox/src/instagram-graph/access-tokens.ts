import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import type { Person } from '../world/people.ts';
import { findPerson } from '../world/people.ts';
import { expiredToken, invalidToken } from './graph-failure.ts';

const askedScopes = [
  'instagram_basic',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];
export const longLifeSeconds = 5_183_944;
const dataAccessSeconds = 90 * 86_400;

const Payload = z.object({
  k: z.enum(['user', 'page', 'code']),
  p: z.string(),
  /** Issued, by the sandbox's clock and by the real one, in milliseconds. */
  i: z.number(),
  r: z.number(),
  /** Expires, by the sandbox's clock; 0 is never. */
  e: z.number(),
  /** Scopes that were not granted, pages that were not shared. */
  w: z.array(z.string()),
  x: z.array(z.string()),
  /** A code's redirect address ('' from the popup), a page token's page. */
  t: z.string(),
  n: z.string(),
});
type Payload = z.infer<typeof Payload>;

export interface Caller {
  person: Person;
  kind: 'user' | 'page';
  token: string;
  issuedAt: number;
  expiresAt: number;
  dataAccessExpiresAt: number;
  scopes: string[];
  excludedPages: string[];
  pageId: string;
}

interface LoginChoice {
  /** Scopes left out. */
  without?: string[] | undefined;
  excludedPages?: string[] | undefined;
  redirectUri?: string | undefined;
}

interface LoginCode extends Required<LoginChoice> {
  person: Person;
  nonce: string;
  issuedAt: number;
}

export interface AccessTokens {
  code: (person: Person, choice: LoginChoice) => string;
  readCode: (code: string) => LoginCode | undefined;
  userToken: (code: LoginCode) => string;
  renewed: (caller: Caller) => string;
  pageToken: (caller: Caller, pageId: string) => string;
  /** Throws the 190 that fits when the token is no good. */
  require: (token: string) => Caller;
  invalidate: (person: Person, subcode: number | null) => void;
  decline: (person: Person, scope: string) => void;
}

/** Tokens say everything themselves and are signed, so that a restart keeps them good; only what took them back is kept. */
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
  const opened = new Map<string, Payload | undefined>();

  function seal(prefix: string, payload: Omit<Payload, 'i' | 'r' | 'n'>): string {
    const whole: Payload = { ...payload, i: clock.now(), r: clock.real(), n: randomBytes(6).toString('hex') };
    const text = Buffer.from(JSON.stringify(whole)).toString('base64url');
    return `${prefix}${text}ZD${signature(text)}`;
  }

  function signature(text: string): string {
    return createHmac('sha256', secret).update(text).digest('hex').slice(0, 40);
  }

  function open(token: string): Payload | undefined {
    if (opened.has(token)) return opened.get(token);
    const parts = /^(?:EAAG|AQB)([\w-]+)ZD([0-9a-f]{40})$/.exec(token);
    const [text, mark] = [parts?.[1] ?? '', parts?.[2] ?? ''];
    const payload =
      parts && signature(text) === mark
        ? Payload.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
        : undefined;
    if (opened.size > 5_000) opened.clear();
    opened.set(token, payload);
    return payload;
  }

  const loginOf = (person: Person) => state.metaLogins[person.key];

  return {
    code: (person, { without = [], excludedPages = [], redirectUri = '' }) =>
      seal('AQB', { k: 'code', p: person.key, e: clock.now() + 600_000, w: without, x: excludedPages, t: redirectUri }),
    readCode(code) {
      const payload = open(code);
      const person = payload && findPerson({ key: payload.p });
      if (!person || payload.k !== 'code') return undefined;
      return {
        person,
        without: payload.w,
        excludedPages: payload.x,
        redirectUri: payload.t,
        nonce: payload.n,
        issuedAt: payload.i,
      };
    },
    userToken({ person, without, excludedPages }) {
      const login = loginOf(person);
      if (login) login.declined = [];
      save();
      return seal('EAAG', {
        k: 'user',
        p: person.key,
        e: clock.now() + longLifeSeconds * 1000,
        w: without,
        x: excludedPages,
        t: '',
      });
    },
    renewed: ({ person, excludedPages, scopes }) =>
      seal('EAAG', {
        k: 'user',
        p: person.key,
        e: clock.now() + longLifeSeconds * 1000,
        w: askedScopes.filter((scope) => !scopes.includes(scope)),
        x: excludedPages,
        t: '',
      }),
    // A page token is the same each time it is read, as long as the user token is.
    pageToken: ({ person, excludedPages, scopes, issuedAt, token }, pageId) => {
      const payload: Payload = {
        k: 'page',
        p: person.key,
        i: issuedAt,
        r: open(token)?.r ?? clock.real(),
        e: 0,
        w: askedScopes.filter((scope) => !scopes.includes(scope)),
        x: excludedPages,
        t: pageId,
        n: 'page',
      };
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `EAAG${text}ZD${signature(text)}`;
    },
    require(token) {
      const payload = open(token);
      const person = payload && findPerson({ key: payload.p });
      if (!person || payload.k === 'code') throw invalidToken();
      const login = loginOf(person);
      if (login && payload.r <= login.invalidUntil) {
        if (login.subcode === 463) throw expiredToken(login.invalidUntil, clock.now());
        throw invalidToken(login.subcode ?? undefined);
      }
      if (payload.e !== 0 && payload.e <= clock.now()) throw expiredToken(payload.e, clock.now());
      return {
        person,
        kind: payload.k,
        token,
        issuedAt: payload.i,
        expiresAt: payload.e,
        dataAccessExpiresAt: payload.i + dataAccessSeconds * 1000,
        scopes: askedScopes.filter((scope) => !payload.w.includes(scope) && !login?.declined.includes(scope)),
        excludedPages: payload.x,
        pageId: payload.t,
      };
    },
    invalidate(person, subcode) {
      state.metaLogins[person.key] = { invalidUntil: clock.real(), subcode, declined: [] };
      save();
    },
    decline(person, scope) {
      const login = loginOf(person) ?? { invalidUntil: 0, subcode: null, declined: [] };
      state.metaLogins[person.key] = { ...login, declined: [...new Set([...login.declined, scope])] };
      save();
    },
  };
}

export function proofOf(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}
