import { z } from 'zod';
import { AccountId, AccountRef, AccountType } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { SyncProblem } from '../accounts/sync-problem.ts';
import { ConnectionProblem } from './connection-problem.ts';
import { InstagramLogin } from './instagram-login.ts';

/** Users are warned this many days before their login ends. */
export const connectionWarningDays = 14;

/** A user's Meta business login; `isConnected` is false if there is none. */
export const MetaConnection = z.object({
  isConnected: z.boolean(),
  tokenValid: z.boolean(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  accountType: z.string().nullable(),
  clientBusinessId: z.string().nullable(),
  /** Null when the token does not expire. */
  expiresAt: z.iso.datetime().nullable(),
  /** Date from which Meta returns no data until the user confirms the access again; null if not required. */
  dataAccessExpiresAt: z.iso.datetime().nullable(),
  /** Permissions once granted or requested that are missing now. */
  missingScopes: z.array(z.string()),
  problem: ConnectionProblem.nullable(),
  /** The earlier of these dates, if it is near. */
  warning: z.object({ kind: z.enum(['token_expires', 'data_access_expires']), at: z.iso.datetime() }).nullable(),
  /** The user's other logins, at Instagram itself. */
  instagramLogins: z.array(InstagramLogin),
});
export type MetaConnection = z.infer<typeof MetaConnection>;

/** An Instagram account that the business login lists, with its stored state. */
export const ConnectionAccount = z.object({
  id: AccountId,
  username: z.string(),
  name: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  followers_count: z.number().int().nullable(),
  follows_count: z.number().int().nullable(),
  media_count: z.number().int().nullable(),
  linked: z.boolean(),
  syncRunning: z.boolean(),
  lastSyncAt: z.iso.datetime().nullable(),
  /** The reason a linked account is out of date. Accounts the login no longer lists stay here, with the reason. */
  problem: SyncProblem.nullable(),
});
export type ConnectionAccount = z.infer<typeof ConnectionAccount>;

const AccountReference = z.strictObject({
  accountId: AccountId,
  type: AccountType,
  accountRefId: AccountId.nullable(),
});

export const listConnectionAccounts = endpoint({
  method: 'GET',
  path: '/account/connections/instagram_account',
  access: 'user',
  member: 'person',
  cost: 'external',
  summary: 'Lists the Instagram accounts available through the caller’s business login',
  response: z.object({ success: z.literal(true), accounts: z.array(ConnectionAccount) }),
  failures: ['meta_not_connected', 'meta_unavailable'],
});

export const getMetaConnection = endpoint({
  method: 'GET',
  path: '/user/connections/meta',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Returns the state of the caller’s business login',
  response: z.object({ success: z.literal(true), connection: MetaConnection }),
  failures: [],
});

export const disconnectMeta = endpoint({
  method: 'DELETE',
  path: '/user/connections/meta',
  access: 'user',
  member: 'person',
  cost: 'external',
  summary: 'Revokes the business login at Meta and deletes its token; stored metrics are retained',
  response: z.object({ success: z.literal(true) }),
  failures: [],
});

export const authorizeMeta = endpoint({
  method: 'POST',
  path: '/auth/meta/authorize/business',
  access: 'user',
  member: 'person',
  cost: 'external',
  limits: ['metaLogin', 'allMetaLogins'],
  summary: 'Exchanges the business login’s authorization code and stores the connection',
  body: z.strictObject({ code: z.string().min(1).max(2048) }),
  response: z.object({ success: z.literal(true) }),
  failures: ['meta_code_refused', 'meta_permissions_missing', 'meta_unavailable'],
});

export const addAccount = endpoint({
  method: 'POST',
  path: '/account/add',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Registers an account available through one of the caller’s logins',
  body: AccountReference,
  response: z.object({ success: z.literal(true), doc: z.object({ _id: AccountId }) }),
  failures: [
    'account_not_found',
    'meta_not_connected',
    'meta_unavailable',
    'network_not_enabled',
    'subscription_inactive',
  ],
});

export const linkAccount = endpoint({
  method: 'POST',
  path: '/user/account/link',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Links a registered account to the caller, within the plan’s account limit',
  body: AccountReference,
  response: z.object({ success: z.literal(true), accountRefs: z.array(AccountRef) }),
  failures: [
    'account_not_found',
    'account_limit_reached',
    'meta_not_connected',
    'meta_unavailable',
    'network_not_enabled',
    'subscription_inactive',
  ],
});

export const unlinkAccount = endpoint({
  method: 'POST',
  path: '/user/account/unlink',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Unlinks an account from the caller',
  body: z.strictObject({ accountId: AccountId, type: AccountType }),
  response: z.object({ success: z.literal(true), accountRefs: z.array(AccountRef) }),
  failures: ['account_not_found'],
});
