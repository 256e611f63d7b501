import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Account, AccountId, AccountType } from './account.ts';

export const listAccounts = endpoint({
  method: 'GET',
  path: '/account/list',
  access: 'user',
  member: 'client',
  scope: 'any',
  cost: 'read',
  summary: 'Lists the caller’s linked accounts',
  response: z.object({ accounts: z.array(Account) }),
  failures: [],
});

export const listActiveAccounts = endpoint({
  method: 'GET',
  path: '/account/list/instagram_account/active',
  access: 'user',
  member: 'client',
  scope: 'any',
  cost: 'read',
  summary: 'Lists the caller’s linked and activated Instagram accounts',
  response: z.object({ accounts: z.array(Account) }),
  failures: [],
});

export const getAccount = endpoint({
  method: 'GET',
  path: '/account/get',
  access: 'user',
  member: 'viewer',
  cost: 'read',
  summary: 'Returns a stored account; 404 if it has not been added yet',
  query: z.strictObject({
    accountId: AccountId,
    type: AccountType,
    select: z
      .string()
      .regex(/^(_id|updatedAt)([\s,]+(_id|updatedAt))*$/, 'must be _id, updatedAt or both')
      .optional(),
  }),
  response: z.object({
    account: z.object({ _id: AccountId.optional(), updatedAt: z.iso.datetime().optional() }),
  }),
  failures: ['account_not_found'],
});
