import { z } from 'zod';
import { Account } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { loadUser } from './endpoints.ts';

/** Sent with every session call that a page makes: other sites cannot set it without our permission. */
export const sessionHeader = 'x-tidemark-session';

/** A path of this site, to return to after the sign-in; never another origin. */
export const ReturnPath = z
  .string()
  .max(2_000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'must be a path of this site');

export const startSignIn = endpoint({
  method: 'GET',
  path: '/session/sign-in',
  access: 'public',
  cost: 'external',
  limits: ['signIn'],
  summary: 'Redirects to the identity provider’s sign-in, and later back to a path of this site',
  query: z.strictObject({
    returnTo: ReturnPath.optional(),
    /** Asks for the password again, even in a browser that is signed in at the provider. */
    prompt: z.literal('login').optional(),
  }),
  status: 302,
  response: z.string(),
  failures: [],
});

export const finishSignIn = endpoint({
  method: 'GET',
  path: '/session/callback',
  access: 'public',
  cost: 'external',
  limits: ['signIn'],
  summary: 'Exchanges the code of the identity provider for a session, then redirects; /login forwards to it',
  // The OpenID Connect client checks them; providers add parameters of their own.
  query: z.looseObject({
    code: z.unknown().optional(),
    state: z.unknown().optional(),
    iss: z.unknown().optional(),
    error: z.unknown().optional(),
    error_description: z.unknown().optional(),
  }),
  status: 302,
  response: z.string(),
  failures: [],
});

const SessionToken = z.object({
  accessToken: z.string(),
  /** Whose it is: another tab may have signed in someone else. */
  userId: z.uuid(),
  expiresInSeconds: z.number(),
  /** When to ask for the next token. */
  renewInSeconds: z.number(),
});

/** What every page needs first. */
export const PageStart = z.object({ user: loadUser.response, accounts: z.array(Account) });
export type PageStart = z.infer<typeof PageStart>;

export const startPage = endpoint({
  method: 'POST',
  path: '/session/page',
  access: 'session',
  cost: 'external',
  limits: ['sessionToken'],
  summary: 'Returns what every page needs first: the session’s access token, its user and their accounts',
  body: z.strictObject({}),
  response: SessionToken.extend({
    /** Null if they could not be read: their own calls say why. */
    page: PageStart.nullable(),
  }),
  failures: ['cross_site_request'],
});

export const getSessionToken = endpoint({
  method: 'POST',
  path: '/session/token',
  access: 'session',
  cost: 'external',
  limits: ['sessionToken'],
  summary: 'Returns the session’s access token, renewed when it is about to expire',
  body: z.strictObject({
    /** A token that a call was rejected with: the next one must be another. */
    rejectedToken: z.string().max(16_384).optional(),
  }),
  response: SessionToken,
  failures: ['cross_site_request'],
});

export const endSession = endpoint({
  method: 'POST',
  path: '/session/end',
  access: 'session',
  cost: 'write',
  limits: ['sessionToken'],
  summary: 'Logs out: ends this session, or all sessions of its user, and closes live connections',
  body: z.strictObject({ everywhere: z.boolean().default(false) }),
  response: z.object({
    /** Where the browser goes next: the identity provider’s logout page, or the start page. */
    redirectTo: z.string(),
  }),
  failures: ['cross_site_request'],
});
