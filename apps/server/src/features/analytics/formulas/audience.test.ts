import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferredFormat, toNameCounts, toWeek } from './activity.ts';
import { toFollowerDemographics, type AudienceSnapshot } from './demographics.ts';
import { toMediaType } from './media-item.ts';

const cell = fc.record({
  block: fc.nat({ max: 41 }),
  posts: fc.nat({ max: 1000 }),
  interactions: fc.nat({ max: 1_000_000 }),
});

describe('posting activity by week', () => {
  it('divides a week into seven days with six blocks, covering every post', () => {
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const week = toWeek(cells);

        expect(week.map(({ buckets, interactions }) => [buckets.length, interactions.length])).toEqual(
          Array(7).fill([6, 6]),
        );
        expect(week.reduce((sum, { total }) => sum + total, 0)).toBe(cells.reduce((sum, { posts }) => sum + posts, 0));
      }),
    );
  });

  it('starts the week on Sunday', () => {
    const week = toWeek([{ block: 5, posts: 2, interactions: 9 }]);

    expect(week[0]).toEqual({
      weekday: 'Sun',
      buckets: [0, 0, 0, 0, 0, 2],
      total: 2,
      interactions: [0, 0, 0, 0, 0, 9],
    });
  });
});

describe('names in captions', () => {
  it('counts tags once regardless of case and accents, most frequent first', () => {
    const names = [
      { kind: 'hashtags' as const, name: '#Sea', posts: 2 },
      { kind: 'hashtags' as const, name: ' @sea', posts: 3 },
      { kind: 'hashtags' as const, name: 'tide', posts: 9 },
      { kind: 'hashtags' as const, name: '#', posts: 9 },
      { kind: 'mentions' as const, name: 'maya', posts: 1 },
    ];

    expect(Object.entries(toNameCounts(names, 'hashtags'))).toEqual([
      ['#tide', 9],
      ['#Sea', 5],
    ]);
    expect(toNameCounts(names, 'mentions')).toEqual({ '@maya': 1 });
    expect(toNameCounts(names, 'collabs')).toEqual({});
  });
});

describe('preferred format', () => {
  const sums = (format: 'Reels' | 'Stories' | 'Carousels', reach: number, interactions: number) => ({
    format,
    posts: 1,
    reach,
    interactions,
  });

  it('prefers the format with the most interactions per person reached, not the most interactions', () => {
    expect(preferredFormat([sums('Reels', 10_000, 300), sums('Carousels', 100, 9)])).toBe('Carousels');
  });

  it('prefers the format with higher reach if engagement rates are equal', () => {
    expect(preferredFormat([sums('Stories', 10, 1), sums('Reels', 100, 10)])).toBe('Reels');
  });

  it('returns no preferred format when nobody was reached', () => {
    expect(preferredFormat([])).toBeNull();
    expect(preferredFormat([sums('Reels', 0, 4)])).toBeNull();
  });
});

describe('follower demographics', () => {
  const nowhere = () => null;
  const snapshot = (cells: AudienceSnapshot['cells']): AudienceSnapshot => ({
    accountId: 'a',
    day: '2026-03-01',
    followers: null,
    cells,
  });

  it('lists every age group in order, with unrecognized genders as unknown', () => {
    const { ageGender } = toFollowerDemographics(
      [
        snapshot({ age_gender: { '25-34|F': 10, '25-34|X': 5, '13-17|M': 2 } }),
        snapshot({ age_gender: { '25-34|F': 20 } }),
      ],
      [],
      nowhere,
    );

    expect(ageGender.byAgeGroup.map(({ ageGroup }) => ageGroup)).toEqual([
      '13-17',
      '18-24',
      '25-34',
      '35-44',
      '45-54',
      '55-64',
      '65+',
    ]);
    expect(ageGender.byAgeGroup[2]).toEqual({
      ageGroup: '25-34',
      genderDist: [
        { gender: 'M', value: 0 },
        { gender: 'F', value: 30 },
        { gender: 'U', value: 5 },
      ],
      value: 35,
    });
    expect(ageGender.total).toBe(37);
  });

  it('drops places without a code or name and returns the ten largest', () => {
    const countries = Object.fromEntries('ABCDEFGHIJKL'.split('').map((letter, index) => [`A${letter}`, index + 1]));

    const answer = toFollowerDemographics(
      [snapshot({ country: { ...countries, ' ': 99 }, city: { '': 99 } })],
      [],
      nowhere,
    );

    expect(answer.countries.top10.map(({ value }) => value)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(answer.countries.allCountries).toHaveLength(12);
    expect(answer.countries.total).toBe(78);
    expect(answer.cities).toEqual({ top10: [], count: 0, tied: 0, total: 0 });
  });

  it('counts cities beyond the ten largest and ties with the tenth', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 45 }), (values) => {
        const city = Object.fromEntries(values.map((value, index) => [`City ${index}`, value]));

        const { cities } = toFollowerDemographics([snapshot({ city })], [], nowhere);

        const [last, equal] = [cities.top10[9]?.value, (value: number) => value === cities.top10[9]?.value];
        const shown = cities.top10.filter(({ value }) => equal(value)).length;
        expect(cities.count).toBe(values.length);
        expect(cities.tied).toBe(last === undefined ? 0 : values.filter(equal).length - shown);
      }),
    );
  });

  it("assigns each city a country from the followers' countries", () => {
    const snapshots = [snapshot({ country: { no: 9 }, city: { 'Oslo, Oslo': 3 } })];

    const { cities } = toFollowerDemographics(snapshots, [], (city, countries) => `${city} in ${countries.join()}`);

    expect(cities.top10[0]?.countryCode).toBe('Oslo, Oslo in NO');
  });
});

it('distinguishes media types', () => {
  const kind = (product_type: 'FEED' | 'REELS' | 'STORY', media_type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM') =>
    toMediaType({ product_type, media_type });

  expect(kind('STORY', 'VIDEO')).toBe('story');
  expect(kind('FEED', 'CAROUSEL_ALBUM')).toBe('carousel');
  expect(kind('REELS', 'VIDEO')).toBe('reel');
  expect(kind('FEED', 'VIDEO')).toBe('video');
  expect(kind('FEED', 'IMAGE')).toBe('image');
});
