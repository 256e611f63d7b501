import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { ConnectionProblem } from './connection-problem.ts';

/** A user's login at Instagram itself, for one account and without a Facebook page. */
export const InstagramLogin = z.object({
  accountId: AccountId,
  username: z.string(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  tokenValid: z.boolean(),
  /** Extended every month while Instagram accepts the token. */
  expiresAt: z.iso.datetime(),
  problem: ConnectionProblem.nullable(),
});
export type InstagramLogin = z.infer<typeof InstagramLogin>;

/** Pages from which the login starts, and to which it returns. */
export const InstagramLoginOrigin = z.enum(['/profile', '/account/add', '/welcome']);
export type InstagramLoginOrigin = z.infer<typeof InstagramLoginOrigin>;

/** The path to which Instagram sends the browser back. */
export const instagramReturnPath = '/connect/instagram';

export const startInstagramLogin = endpoint({
  method: 'POST',
  path: '/auth/instagram/start',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Returns the address at Instagram where the caller allows access to one account',
  body: z.strictObject({ returnTo: InstagramLoginOrigin }),
  response: z.object({ success: z.literal(true), url: z.url() }),
  failures: ['instagram_not_configured'],
});

export const authorizeInstagram = endpoint({
  method: 'POST',
  path: '/auth/instagram/authorize',
  access: 'user',
  member: 'person',
  cost: 'external',
  limits: ['metaLogin', 'allMetaLogins'],
  summary: 'Exchanges the authorization code from Instagram and stores the login',
  body: z.strictObject({ code: z.string().min(1).max(2048), state: z.string().min(1).max(1024) }),
  response: z.object({
    success: z.literal(true),
    accountId: AccountId,
    username: z.string(),
    returnTo: InstagramLoginOrigin,
  }),
  failures: [
    'instagram_not_configured',
    'instagram_login_expired',
    'instagram_code_refused',
    'instagram_permissions_missing',
    'instagram_account_personal',
    'instagram_account_restricted',
    'meta_unavailable',
  ],
});

export const disconnectInstagram = endpoint({
  method: 'DELETE',
  path: '/user/connections/instagram/:accountId',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Deletes a login at Instagram with its token; stored metrics are retained',
  params: z.strictObject({ accountId: AccountId }),
  response: z.object({ success: z.literal(true) }),
  failures: ['instagram_login_not_found'],
});
