import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { Platform } from './media.ts';
import { Instant, orderedRange } from './period.ts';

export const ageGroups = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const;
export const genders = ['M', 'F', 'U'] as const;
export type Gender = (typeof genders)[number];

const Count = z.number().int();
const Country = z.object({ countryCode: z.string(), value: Count });

export const FollowerDemographics = z.object({
  ageGender: z.object({
    /** Always every age group, youngest first; each with male, female and unknown. */
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
  cities: z.object({ top10: z.array(z.object({ cityName: z.string(), value: Count })), total: Count }),
  /** Instagram tells of now, not of ranges: the oldest of the days on which the accounts were read; null without any. */
  asOf: z.iso.date().nullable(),
});
export type FollowerDemographics = z.infer<typeof FollowerDemographics>;

export const getLatestMetric = endpoint({
  method: 'POST',
  path: '/metrics/account/latest',
  access: 'user',
  summary: 'Who follows: the reading nearest to the end of a range, the last before it if there is one',
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
