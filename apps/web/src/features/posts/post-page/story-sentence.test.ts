import type { StoryDay, StoryOfDay } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import { describeDay, describeReach } from './story-sentence.ts';

const publishedAt = '2026-11-20T08:00:00.000Z';
const atHour = (hours: number) => Date.parse(publishedAt) + hours * 3_600_000;
const toStory = (change: Partial<StoryOfDay> = {}): StoryOfDay => ({
  mediaId: 's1',
  accountId: '17',
  mediaType: 'story',
  timestamp: publishedAt,
  caption: '',
  permalink: null,
  thumbnailUrl: null,
  reach: 1_000,
  views: 1_100,
  replies: null,
  taps_forward: 80,
  taps_back: 5,
  swipes_forward: 3,
  exits: 10,
  ...change,
});
const toDay = (stories: StoryOfDay[], usual: number | null = 1_000): StoryDay => ({
  day: '2026-11-20',
  stories,
  usualReach: usual === null ? null : { median: usual, stories: 12 },
});

describe('the reach of a story', () => {
  it.each([
    [1_000, 'Reached 1,000 people, about as many as usual.'],
    [1_052, 'Reached 1,052 people, 1.1 times as many as usual.'],
    [12_340, 'Reached 12,340 people, 12 times as many as usual.'],
    [400, 'Reached 400 people, 60% fewer than usual.'],
    [1, 'Reached 1 person, 100% fewer than usual.'],
    [0, 'Reached 0 people, 100% fewer than usual.'],
  ])('of %i people is compared with the usual one', (reach, sentence) => {
    expect(describeReach(toStory({ reach }), toDay([]), atHour(30))).toBe(sentence);
  });

  it('is not judged while people can still see the story', () => {
    expect(describeReach(toStory({ reach: 300 }), toDay([]), atHour(23))).toBe(
      'Reached 300 people so far; your stories usually end at 1,000.',
    );
    expect(describeReach(toStory({ reach: 300 }), toDay([], null), atHour(23))).toBe('Reached 300 people so far.');
  });

  it('stands alone where too few stories came before, or none was seen', () => {
    expect(describeReach(toStory(), toDay([], null), atHour(30))).toBe('Reached 1,000 people.');
    expect(describeReach(toStory(), toDay([], 0), atHour(30))).toBe('Reached 1,000 people.');
  });

  it('may be unknown', () => {
    expect(describeReach(toStory({ reach: null }), toDay([]), atHour(30))).toBe(
      'Instagram has not reported the reach of this story.',
    );
  });
});

describe('the day of a story', () => {
  const three = [
    toStory({ mediaId: 'a', reach: 1_000, exits: 10 }),
    toStory({ mediaId: 'b', reach: 710, exits: 40 }),
    toStory({ mediaId: 'c', reach: null, exits: null }),
  ];

  it('says its place, how it compares with the first, and where most people left', () => {
    expect(describeDay('a', toDay(three))).toBe(
      'Story 1 of 3 that day. Story 2 lost the largest share of its viewers: 6%.',
    );
    expect(describeDay('b', toDay(three))).toBe(
      'Story 2 of 3 that day. It reached 71% as many people as the first. Story 2 lost the largest share of its viewers: 6%.',
    );
    expect(describeDay('c', toDay(three))).toBe(
      'Story 3 of 3 that day. Story 2 lost the largest share of its viewers: 6%.',
    );
  });

  it('names the story that lost the largest share, not the one with most viewers', () => {
    const large = toStory({ mediaId: 'a', reach: 2_000, exits: 60 });
    expect(describeDay('a', toDay([large, ...three.slice(1)]))).toContain('Story 2 lost the largest share');
  });

  it('names no story where nobody left, or as many left at two', () => {
    for (const exits of [0, null, 7])
      expect(describeDay('a', toDay(three.map((story) => ({ ...story, reach: 700, exits }))))).toBe(
        'Story 1 of 3 that day.',
      );
  });

  it('may have one story only', () => {
    expect(describeDay('a', toDay([toStory({ mediaId: 'a' })]))).toBe('The only story of that day.');
  });
});
