import { z } from 'zod';
import { AccountId, Day } from '../accounts/account.ts';
import { countDays } from '../calendar-day.ts';
import { endpoint } from '../endpoint.ts';
import { exactness } from './approximation.ts';
import { orderedRange, TimeZone } from './period.ts';

export const appMetrics = ['reach', 'views', 'newFollowers'] as const;
export type AppMetric = (typeof appMetrics)[number];

/** Codes for why the Instagram app shows a different number. The client has a sentence for each code. */
export const differenceCauses = [
  /** Tidemark has no number for these days. */
  'no_value',
  /** The numbers agree within 1 % or 2. */
  'matches',
  /** The app's number matches the same range one day earlier or later. */
  'one_day_off',
  /** The app's number equals the daily values added up, which count a person once per day. */
  'sum_of_days',
  /** Ads account for the difference. */
  'advertising',
  'within_bounds',
  /** Views agree, but reach does not. */
  'reach_counted_differently',
  /** The range includes today or one of the last three days. */
  'still_revised',
  /** The app's number lies between ours and that for the adjacent day towards the user's time zone. */
  'phone_days',
  'unknown',
] as const;
export const DifferenceCause = z.enum(differenceCauses);
export type DifferenceCause = z.infer<typeof DifferenceCause>;

export const maxAppComparisonDays = 90;
export const maxAppComparisonsPerUser = 500;

const Typed = z.number().int().min(0).max(1_000_000_000_000);

export const AppComparisonInput = z
  .strictObject({
    accountId: AccountId,
    /** Days in Instagram's time zone. */
    from: Day,
    to: Day,
    /** Time zone set on the user's phone. */
    timeZone: TimeZone,
    reach: Typed.optional(),
    views: Typed.optional(),
    newFollowers: Typed.optional(),
  })
  .superRefine(orderedRange('from', 'to'))
  .superRefine(({ from, to, ...typed }, context) => {
    if (countDays(from, to) > maxAppComparisonDays)
      context.addIssue({
        code: 'custom',
        path: ['from'],
        message: `must not span more than ${maxAppComparisonDays} days`,
      });
    if (appMetrics.every((metric) => typed[metric] === undefined))
      context.addIssue({ code: 'custom', path: ['reach'], message: 'or another number of the app is required' });
  });
export type AppComparisonInput = z.infer<typeof AppComparisonInput>;

export const AppDifference = z.object({
  metric: z.enum(appMetrics),
  app: z.number().int(),
  /** Our value when the user compared; null if a day was missing. */
  tidemark: z.object({ value: z.number(), ...exactness }).nullable(),
  /** `app - tidemark`. */
  difference: z.number().nullable(),
  cause: DifferenceCause,
});
export type AppDifference = z.infer<typeof AppDifference>;

const compared = { from: Day, to: Day, createdAt: z.iso.datetime(), differences: z.array(AppDifference).min(1) };

/** Numbers the Instagram app showed a user, next to Tidemark's at the time. Only that user sees them. */
export const AppComparison = z.object({ id: z.uuid(), accountId: AccountId, ...compared });
export type AppComparison = z.infer<typeof AppComparison>;

/** A comparison for operators, who see no names: accounts are numbered by their first comparison. */
export const AnonymousComparison = z.object({ account: z.number().int(), ...compared });
export type AnonymousComparison = z.infer<typeof AnonymousComparison>;

export const listAppComparisons = endpoint({
  method: 'GET',
  path: '/app-comparisons',
  access: 'user',
  member: 'viewer',
  cost: 'read',
  summary: 'Lists the caller’s comparisons of an account with the Instagram app, newest first',
  query: z.strictObject({ accountId: AccountId }),
  response: z.object({ comparisons: z.array(AppComparison) }),
  failures: ['account_not_found'],
});

export const createAppComparison = endpoint({
  method: 'POST',
  path: '/app-comparisons',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Compares the Instagram app’s numbers with Tidemark’s, explains each difference, and stores the result',
  body: AppComparisonInput,
  status: 201,
  response: AppComparison,
  failures: ['account_not_found', 'app_comparison_limit_reached'],
});

export const deleteAppComparison = endpoint({
  method: 'DELETE',
  path: '/app-comparisons/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Deletes one of the caller’s comparisons',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ id: z.uuid() }),
  failures: ['app_comparison_not_found'],
});

export const downloadAppReport = endpoint({
  method: 'GET',
  path: '/app-comparisons/report',
  access: 'user',
  member: 'viewer',
  cost: 'read',
  summary: 'Downloads the caller’s comparisons of an account as JSON, without names, IDs and dates',
  query: z.strictObject({ accountId: AccountId }),
  response: z.string(),
  failures: ['account_not_found'],
});

export const maxListedComparisons = 200;

export const listAllAppComparisons = endpoint({
  method: 'GET',
  path: '/admin/app-comparisons',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: `Lists all users’ newest ${maxListedComparisons} comparisons with the Instagram app, without names`,
  response: z.object({ comparisons: z.array(AnonymousComparison), total: z.number().int() }),
  failures: [],
});

export const downloadFullAppReport = endpoint({
  method: 'GET',
  path: '/admin/app-comparisons/report',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Downloads all users’ comparisons with the Instagram app as JSON, without names, IDs and dates',
  response: z.string(),
  failures: [],
});
