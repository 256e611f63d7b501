import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferredFormat, toNameCounts, toWeek } from './activity.ts';
import { toFollowerDemographics, type DemographicSum } from './demographics.ts';
import { mediaTypeOf } from './media-item.ts';

const cell = fc.record({
  weekday: fc.nat({ max: 6 }),
  block: fc.nat({ max: 5 }),
  posts: fc.nat({ max: 1000 }),
  interactions: fc.nat({ max: 1_000_000 }),
});

describe('a week of publishing', () => {
  it('has seven days of six blocks, and loses no post', () => {
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

  it('starts on Sunday', () => {
    const week = toWeek([{ weekday: 0, block: 5, posts: 2, interactions: 9 }]);

    expect(week[0]).toEqual({
      weekday: 'Sun',
      buckets: [0, 0, 0, 0, 0, 2],
      total: 2,
      interactions: [0, 0, 0, 0, 0, 9],
    });
  });
});

describe('names in captions', () => {
  it('are counted once whatever their case and marks, the most named first', () => {
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

describe('the preferred format', () => {
  const sums = (format: 'Reels' | 'Stories' | 'Carousels', reach: number, interactions: number) => ({
    format,
    posts: 1,
    reach,
    interactions,
  });

  it('is the one with the most interactions for those it reached, not the one with the most', () => {
    expect(preferredFormat([sums('Reels', 10_000, 300), sums('Carousels', 100, 9)])).toBe('Carousels');
  });

  it('is the one that reached more when both stir alike', () => {
    expect(preferredFormat([sums('Stories', 10, 1), sums('Reels', 100, 10)])).toBe('Reels');
  });

  it('is unknown when nobody was reached', () => {
    expect(preferredFormat([])).toBeNull();
    expect(preferredFormat([sums('Reels', 0, 4)])).toBeNull();
  });
});

describe('follower demographics', () => {
  const sum = (dimension: DemographicSum['dimension'], key: string, value: number) => ({ dimension, key, value });

  it('list every age group in order, with what is no known gender as unknown', () => {
    const { ageGender } = toFollowerDemographics(
      [sum('age_gender', '25-34|F', 30), sum('age_gender', '25-34|X', 5), sum('age_gender', '13-17|M', 2)],
      '2026-11-20',
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

  it('drop places without a code or a name, and name the ten largest', () => {
    const countries = Array.from({ length: 12 }, (_, index) => sum('country', `A${'ABCDEFGHIJKL'[index]}`, index + 1));

    const answer = toFollowerDemographics([...countries, sum('country', ' ', 99), sum('city', '', 99)], null);

    expect(answer.countries.top10.map(({ value }) => value)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(answer.countries.allCountries).toHaveLength(12);
    expect(answer.countries.total).toBe(78);
    expect(answer.cities).toEqual({ top10: [], total: 0 });
  });
});

it('tells the kinds of media apart', () => {
  const kind = (product_type: 'FEED' | 'REELS' | 'STORY', media_type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM') =>
    mediaTypeOf({ product_type, media_type });

  expect(kind('STORY', 'VIDEO')).toBe('story');
  expect(kind('FEED', 'CAROUSEL_ALBUM')).toBe('carousel');
  expect(kind('REELS', 'VIDEO')).toBe('reel');
  expect(kind('FEED', 'VIDEO')).toBe('video');
  expect(kind('FEED', 'IMAGE')).toBe('image');
});
