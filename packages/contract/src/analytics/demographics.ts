import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { exactness } from './approximation.ts';
import { Platform } from './media.ts';
import { Instant, orderedRange } from './period.ts';

export const ageGroups = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const;
export const genders = ['M', 'F', 'U'] as const;
export type Gender = (typeof genders)[number];

const Count = z.number().int();
const Country = z.object({ countryCode: z.string(), value: Count });

export const FollowerDemographics = z.object({
  ageGender: z.object({
    /** Every age group, youngest first, each with male, female and unknown. */
    byAgeGroup: z.array(
      z.object({
        ageGroup: z.enum(ageGroups),
        genderDist: z.array(z.object({ gender: z.enum(genders), value: Count })),
        value: Count,
      }),
    ),
    total: Count,
  }),
  countries: z.object({ top10: z.array(Country), allCountries: z.array(Country), total: Count }),
  cities: z.object({
    top10: z.array(
      z.object({
        cityName: z.string(),
        value: Count,
        /**
         * Country derived from the region in the city's name, since Instagram reports only names; null if ambiguous.
         */
        countryCode: z.string().nullable(),
      }),
    ),
    /** All cities that Instagram reports; `tied` counts those beyond the top ten that equal the tenth. */
    count: Count,
    tied: Count,
    total: Count,
  }),
  /** The accounts' oldest sync day, since Instagram reports the present, not ranges; null if none has synced. */
  asOf: z.iso.date().nullable(),
  /**
   * Share of followers that the lists cover. Percentages are based on the people Instagram reports, not on all
   * followers.
   */
  coverage: z.object({
    /** Followers of the accounts with demographics on that day; null if not stored. */
    followers: Count.nullable(),
    /** Covered part of those followers, as ratios from 0 to 1. */
    ageGender: z.number().nullable(),
    countries: z.number().nullable(),
    cities: z.number().nullable(),
    /** Requested accounts without demographics. */
    accountsWithout: z.array(AccountId),
  }),
  ...exactness,
});
export type FollowerDemographics = z.infer<typeof FollowerDemographics>;

export const getLatestMetric = endpoint({
  method: 'POST',
  path: '/metrics/account/latest',
  evidence: '/metrics/account/evidence/follower_demographics',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary:
    'Returns follower demographics from the latest snapshot within or before a range, otherwise the first one after it',
  body: z
    .strictObject({
      isoStart: Instant,
      isoEnd: Instant,
      accountIds: AccountIds,
      platform: Platform,
      metric: z.literal('follower_demographics'),
    })
    .superRefine(orderedRange('isoStart', 'isoEnd')),
  response: FollowerDemographics,
  failures: ['account_not_found'],
});
