import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Account, AccountId, AccountType } from './account.ts';

export const listAccounts = endpoint({
  method: 'GET',
  path: '/account/list',
  access: 'user',
  summary: 'The accounts the caller has linked',
  response: z.object({ accounts: z.array(Account) }),
  failures: [],
});

export const listActiveAccounts = endpoint({
  method: 'GET',
  path: '/account/list/instagram_account/active',
  access: 'user',
  summary: 'The linked Instagram accounts that are activated',
  response: z.object({ accounts: z.array(Account) }),
  failures: [],
});

export const getAccount = endpoint({
  method: 'GET',
  path: '/account/get',
  access: 'user',
  summary: 'A stored account; 404 means that it is new here',
  query: z.strictObject({
    accountId: AccountId,
    type: AccountType,
    select: z
      .string()
      .regex(/^(_id|updatedAt)(,(_id|updatedAt))*$/, 'must be _id, updatedAt or both')
      .optional(),
  }),
  response: z.object({
    account: z.object({ _id: AccountId.optional(), updatedAt: z.iso.datetime().optional() }),
  }),
  failures: ['account_not_found'],
});
