import { z } from 'zod';
import { ConnectionCause } from '../connections/causes.ts';

/** Why an account is behind, in words a person can act on. */
export const SyncProblem = z.object({
  code: z.enum([
    'reconnect_required',
    'permission_missing',
    /** The login works, but Instagram does not give this account to it: no business account, or no page. */
    'account_unreachable',
    'rate_limited',
    'meta_unavailable',
    'failed',
  ]),
  message: z.string(),
  until: z.iso.datetime().nullable(),
  /** Of a login that has ended or lacks something. */
  cause: ConnectionCause.nullish(),
});
export type SyncProblem = z.infer<typeof SyncProblem>;
