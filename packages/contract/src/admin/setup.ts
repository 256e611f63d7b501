import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const SetupProgress = z.object({
  hasMetaApp: z.boolean(),
  /** True if the caller has a Meta login that works. */
  isConnected: z.boolean(),
  /** Accounts that the caller has linked. */
  accounts: z.int(),
  /** Other users, and open invitations. */
  otherUsers: z.int(),
  sendsMail: z.boolean(),
  /** Newest backup of the last month. */
  backedUpAt: z.iso.datetime().nullable(),
});
export type SetupProgress = z.infer<typeof SetupProgress>;

export const getSetupProgress = endpoint({
  method: 'GET',
  path: '/admin/setup',
  access: 'system-admin',
  cost: 'read',
  summary: 'Returns what the caller has set up on a new server: Meta app, login, accounts, users, mail and backups',
  response: SetupProgress,
  failures: [],
});
