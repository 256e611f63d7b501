import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { ComparedValue, compareAccounts } from './account-comparison.ts';
import { OverviewMetric } from './usual-changes.ts';

/** A certain change in a result, larger than the account's changes usually are. */
export const UnusualChange = z.object({
  metric: OverviewMetric,
  percentChange: z.number(),
  /** Difference in the metric's own unit. */
  change: z.number(),
  /** Size in percent up to which the account’s changes in this metric are usual; null if its past is too short. */
  usual: z.number().nullable(),
});
export type UnusualChange = z.infer<typeof UnusualChange>;

export const AccountAttention = z.object({
  accountId: AccountId,
  /** False if no day in the range is stored. */
  hasData: z.boolean(),
  views: ComparedValue,
  followers: ComparedValue,
  /** As in the headline of the account's page: at most two, the most unusual first. Empty if nothing is unusual. */
  unusual: z.array(UnusualChange).max(2),
  /** Days from its newest post to the range's end, if it rarely pauses that long; otherwise null. */
  pauseDays: z.number().int().nullable(),
});
export type AccountAttention = z.infer<typeof AccountAttention>;

export const getAccountAttention = endpoint({
  method: 'POST',
  path: '/metrics/account/attention',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns what is unusual about each account in a range, judged by its own past',
  body: compareAccounts.body,
  response: z.object({ accounts: z.array(AccountAttention) }),
  failures: ['account_not_found'],
});
