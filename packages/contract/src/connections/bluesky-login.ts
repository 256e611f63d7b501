import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';

/** An account on Bluesky whose ownership a user has proven. */
export const BlueskyLogin = z.object({
  accountId: AccountId,
  username: z.string(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  connectedAt: z.iso.datetime(),
  linked: z.boolean(),
});
export type BlueskyLogin = z.infer<typeof BlueskyLogin>;

/** The path to which an account's server sends the browser back. */
export const blueskyReturnPath = '/connect/bluesky';

export const listBlueskyLogins = endpoint({
  method: 'GET',
  path: '/user/connections/bluesky',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Lists the accounts on Bluesky that the caller has proven to own',
  response: z.object({ success: z.literal(true), logins: z.array(BlueskyLogin) }),
  failures: [],
});

export const startBlueskyLogin = endpoint({
  method: 'POST',
  path: '/auth/bluesky/start',
  access: 'user',
  member: 'person',
  cost: 'external',
  limits: ['blueskyLogin'],
  summary: 'Returns the address at the account’s own server where its owner signs in',
  body: z.strictObject({ handle: z.string().trim().min(1).max(300) }),
  response: z.object({ success: z.literal(true), url: z.url() }),
  failures: ['network_not_enabled', 'bluesky_handle_unknown', 'bluesky_account_hidden', 'bluesky_unavailable'],
});

const Given = z.string().min(1).max(2048);

export const authorizeBluesky = endpoint({
  method: 'POST',
  path: '/auth/bluesky/authorize',
  access: 'user',
  member: 'person',
  cost: 'external',
  limits: ['blueskyLogin'],
  summary: 'Checks the answer of the account’s server and stores that the caller owns the account',
  body: z.strictObject({
    state: Given,
    iss: Given.optional(),
    code: Given.optional(),
    error: Given.optional(),
    error_description: Given.optional(),
  }),
  response: z.object({ success: z.literal(true), accountId: AccountId, username: z.string() }),
  failures: [
    'network_not_enabled',
    'bluesky_login_expired',
    'bluesky_login_denied',
    'bluesky_login_refused',
    'bluesky_account_hidden',
    'bluesky_unavailable',
  ],
});

export const disconnectBluesky = endpoint({
  method: 'DELETE',
  path: '/user/connections/bluesky/:accountId',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Deletes the proof that the caller owns an account on Bluesky; stored metrics are retained',
  params: z.strictObject({ accountId: AccountId }),
  response: z.object({ success: z.literal(true) }),
  failures: ['bluesky_login_not_found'],
});
