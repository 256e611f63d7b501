import { z } from 'zod';
import { ConnectionCause } from './connection-cause.ts';

/** Reasons an account is out of date, in words a user can act on. */
export const SyncProblem = z.object({
  code: z.enum([
    'reconnect_required',
    'permission_missing',
    /** The login works but cannot access this account: it is not a business account, or has no page. */
    'account_unreachable',
    /** The operator must restore an encryption key, or the user connects again. */
    'login_not_decryptable',
    /** The operator has disabled the account's network. */
    'network_disabled',
    'rate_limited',
    'meta_unavailable',
    'failed',
  ]),
  message: z.string(),
  until: z.iso.datetime().nullable(),
  /** Only for a login that has ended or lacks something. */
  cause: ConnectionCause.nullish(),
});
export type SyncProblem = z.infer<typeof SyncProblem>;
