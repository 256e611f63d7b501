import fc from 'fast-check';
import { expect, it } from 'vitest';
import { postActivity, postsByDay, totalNumber, withoutStories } from './post-activity.ts';

const media = (day: string, mediaType: 'reel' | 'story' = 'reel') => ({
  mediaId: day + mediaType,
  accountId: '1',
  mediaType,
  timestamp: `${day}T12:00:00.000Z`,
  day,
});

it('counts posts a day, and compares with as many days before', () => {
  expect(postActivity(14, 7, 7)).toEqual({ posts: 14, frequency: 2, direction: 'up', relative: 1, change: '100.0%' });
  expect(postActivity(3, 4, 7)).toMatchObject({ direction: 'down', change: '25.0%' });
  expect(postActivity(0, 0, 0)).toMatchObject({ frequency: 0, direction: 'flat', relative: 0 });
});

it('writes a change of less than one percent as the difference', () => {
  expect(postActivity(1000, 999, 1)).toMatchObject({ direction: 'up', change: '1.0' });
  expect(postActivity(5, 5, 7)).toMatchObject({ direction: 'flat', change: '0.0' });
});

it('takes something after nothing as all of it', () => {
  expect(postActivity(4, 0, 7)).toMatchObject({ relative: 1, change: '100.0%' });
});

it('never divides by nothing', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(731), (posts, before, days) => {
      const activity = postActivity(posts, before, days);
      expect(Number.isFinite(activity.frequency) && Number.isFinite(activity.relative)).toBe(true);
    }),
  );
});

it('leaves stories out, and counts by the days of Instagram', () => {
  const posts = withoutStories([media('2026-11-20'), media('2026-11-20', 'story'), media('2026-11-18')]);

  expect(postsByDay(posts, ['2026-11-18', '2026-11-19', '2026-11-20']).map(({ value }) => value)).toEqual([1, 0, 1]);
});

it('abbreviates from a million on, with two decimals', () => {
  expect(totalNumber(999_999)).toBe('999,999');
  expect(totalNumber(1_234_567)).toBe('1.23M');
});
