import { z } from 'zod';
import { AccountType } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { PageNumber, SearchWords, SortOrder } from './paging.ts';

export const accountPageSizes = ['5', '10', '25'] as const;
export const accountSorts = ['accountName', 'lastHour', 'lastDay', 'throttle'] as const;
export type AccountSort = (typeof accountSorts)[number];
export const throttleRange = { least: 1, most: 100, step: 0.01 } as const;

/** An account in the operator area, with the Graph API calls made for it. */
export const AdminAccount = z.object({
  id: z.string(),
  accountName: z.string(),
  avatarUrl: z.string().nullable(),
  platform: AccountType,
  /** Calls since the start of the hour. */
  lastHour: z.number().int(),
  /** Calls this hour and in the 23 hours before. */
  lastDay: z.number().int(),
  /** Average over the last 30 full days (UTC), or over as many as the account has been here. */
  dailyAverage: z.number(),
  dailyMax: z.number().int(),
  dailyMin: z.number().int(),
  throttle: z.number(),
  lastSyncAt: z.iso.datetime().nullable(),
  nextSyncAt: z.iso.datetime().nullable(),
  /** First 20 users who linked the account. */
  linkedBy: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      /** Time at which the user's business login stopped listing the account. */
      lostSince: z.iso.datetime().nullable(),
    }),
  ),
});
export type AdminAccount = z.infer<typeof AdminAccount>;

export const listAccountStats = endpoint({
  method: 'GET',
  path: '/admin/accounts/stats',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Lists all accounts with their Graph API usage; the first 1,000 by name without a page size',
  query: z.strictObject({
    page: PageNumber.optional(),
    pageSize: z.enum(accountPageSizes).transform(Number).optional(),
    sort: z.enum(accountSorts).optional(),
    order: SortOrder.optional(),
    search: SearchWords.optional(),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(AdminAccount),
    message: z.string(),
    total: z.number().int(),
  }),
  failures: [],
});

export const setThrottle = endpoint({
  method: 'PUT',
  path: '/admin/accounts/:id/throttle',
  access: 'system-admin',
  cost: 'write',
  summary: 'Sets an account’s throttle factor, which multiplies its sync interval',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({
    throttle: z.number().min(throttleRange.least).max(throttleRange.most).multipleOf(throttleRange.step),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    throttle: z.number(),
    nextSyncAt: z.iso.datetime().nullable(),
  }),
  failures: ['account_not_found'],
});
