import { z } from 'zod';
import { Account } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { Workspace, WorkspaceId } from '../workspaces/endpoints.ts';
import { loadUser } from './endpoints.ts';

/** Sent with every session call from a page: other sites cannot set it without our permission. */
export const sessionHeader = 'x-tidemark-session';

/** Path on this site to return to after the sign-in; never another origin. */
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
  summary: 'Redirects to the identity provider’s sign-in, which later returns to a path on this site',
  query: z.strictObject({
    returnTo: ReturnPath.optional(),
    /** Asks for the password again, even if the browser is already signed in at the provider. */
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
  summary: 'Exchanges the identity provider’s code for a session, then redirects; /login forwards here',
  // The OpenID Connect client checks them; providers add their own parameters.
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
  /** The token's owner: another tab may have signed in as a different user. */
  userId: z.uuid(),
  expiresInSeconds: z.number(),
  /** Seconds until the next token should be requested. */
  renewInSeconds: z.number(),
});

/** Data every page needs first. */
export const PageStart = z.object({
  user: loadUser.response,
  accounts: z.array(Account),
  unreadAlerts: z.int(),
  /** The workspace that the page shows, if it is another's; it names it in each call. */
  workspace: Workspace.nullable(),
  /** The workspaces between which the user can switch; empty with only their own. */
  workspaces: z.array(Workspace),
});
export type PageStart = z.infer<typeof PageStart>;

export const startPage = endpoint({
  method: 'POST',
  path: '/session/page',
  access: 'session',
  cost: 'external',
  limits: ['sessionToken'],
  summary: 'Returns the data every page needs first: the session’s access token, user, accounts and a live token',
  body: z.strictObject({}),
  response: SessionToken.extend({
    /** Null if it could not be loaded; the individual calls then return the reason. */
    page: PageStart.nullable(),
    /** Opens the live stream; null without `page`, and after too many. */
    liveToken: z.string().nullable(),
  }),
  failures: ['cross_site_request'],
});

export const getSessionToken = endpoint({
  method: 'POST',
  path: '/session/token',
  access: 'session',
  cost: 'external',
  limits: ['sessionToken'],
  summary: 'Returns the session’s access token, renewing it shortly before it expires',
  body: z.strictObject({
    /** Token that was just rejected, so the response must contain a different one. */
    rejectedToken: z.string().max(16_384).optional(),
  }),
  response: SessionToken,
  failures: ['cross_site_request'],
});

export const chooseWorkspace = endpoint({
  method: 'POST',
  path: '/session/workspace',
  access: 'session',
  cost: 'write',
  limits: ['sessionToken'],
  summary: 'Chooses the workspace that this browser’s pages show from now on',
  body: z.strictObject({ workspaceId: WorkspaceId }),
  response: z.object({ success: z.literal(true) }),
  failures: ['cross_site_request', 'workspace_not_found'],
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
    /** Next URL for the browser: the identity provider’s logout page, or the start page. */
    redirectTo: z.string(),
  }),
  failures: ['cross_site_request'],
});
