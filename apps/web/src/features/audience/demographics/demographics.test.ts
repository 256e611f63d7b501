import {
  ageShares,
  cityLabel,
  cityShares,
  countryName,
  countryShares,
  genderShares,
  hasDemographics,
  toShare,
} from '@tidemark/presentation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followers, nobody } from '#web/features/metrics/metrics.fixtures.ts';
import { typicalFollower } from './typical-follower.ts';

const some = followers;

describe('demographic shares', () => {
  it('gives shares two decimals, uses the sum without a total, and never exceeds 100 percent', () => {
    expect(toShare(1, 3)).toBe(33.33);
    expect(toShare(1, 0, [{ value: 1 }, { value: 3 }])).toBe(25);
    expect(toShare(0, 0)).toBe(0);
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (part, rest) => {
        const share = toShare(part, part + rest);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('computes shares within the age group and among all followers', () => {
    const group = ageShares(some)[3];

    expect(group).toMatchObject({ name: '35-44', percent: 100, male: 15.15, female: 75.76, unknown: 9.09 });
    expect(genderShares(some).map(({ name }) => name)).toEqual(['Female', 'Male', 'Other']);
  });

  it('sorts places from largest to smallest, with their names', () => {
    expect(countryShares(some)).toEqual([
      { key: 'GB', name: 'United Kingdom', percent: 90.91 },
      { key: 'XX', name: 'XX', percent: 9.09 },
    ]);
    expect(cityShares(some)[0]).toMatchObject({ name: 'Leeds, England', percent: 100 });
    expect(countryName('not a code')).toBe('not a code');
  });
});

it('names a city once if its region has the same name', () => {
  expect(['Oslo, Oslo', 'São Paulo, São Paulo (state)', 'Leeds, England', 'Oslo'].map(cityLabel)).toEqual([
    'Oslo',
    'São Paulo',
    'Leeds, England',
    'Oslo',
  ]);
});

it('detects demographics without any data', () => {
  expect(hasDemographics(nobody)).toBe(false);
  expect(hasDemographics(some)).toBe(true);
});

describe('typical follower', () => {
  it('combines the largest segments with the hour at which most followers are online', () => {
    expect(typicalFollower(some, { weekday: 4, hour: 18 })).toMatchObject({
      person: 'a woman',
      age: '35-44',
      country: 'the United Kingdom',
      city: 'Leeds',
      weekday: 'Thursday',
      band: 'in the evening',
      hour: '6 PM',
      placeholders: new Set(),
    });
  });

  it('has no weekday if Instagram reports no followers online', () => {
    expect(typicalFollower(some, null)).toMatchObject({ weekday: null, hour: '8 PM' });
  });

  it('lists which parts are placeholders', () => {
    const known = typicalFollower({ ...some, countries: nobody.countries, cities: nobody.cities }, null);

    expect(known).toMatchObject({ country: 'the United States', city: 'New York', age: '35-44' });
    expect(known.placeholders).toEqual(new Set(['country', 'city']));
  });
});
