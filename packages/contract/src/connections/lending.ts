import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';

/** An account of the caller's own workspace. */
export const LendableAccount = z.object({
  accountId: AccountId,
  username: z.string(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  /** True if the workspace has it, whoever brought it. */
  isThere: z.boolean(),
});
export type LendableAccount = z.infer<typeof LendableAccount>;

export const listLendableAccounts = endpoint({
  method: 'GET',
  path: '/workspace/accounts',
  access: 'user',
  member: 'editor',
  cost: 'read',
  summary: 'Lists the accounts of the caller’s own workspace that they can bring into this one',
  response: z.object({ accounts: z.array(LendableAccount) }),
  failures: [],
});

export const bringAccount = endpoint({
  method: 'POST',
  path: '/workspace/accounts',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary:
    'Brings an account of the caller’s own workspace into this one, which reads it while the caller is a member and their connection works',
  body: z.strictObject({ accountId: AccountId }),
  response: z.object({ success: z.literal(true) }),
  failures: ['account_not_found', 'account_unreachable', 'account_limit_reached', 'subscription_inactive'],
});
