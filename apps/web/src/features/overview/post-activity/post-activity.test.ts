import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  activityApproximation,
  compareFrequency,
  openDay,
  postActivity,
  postsByDay,
  withoutStories,
} from './post-activity.ts';
import { totalNumber } from '@tidemark/presentation';

const media = (day: string, mediaType: 'reel' | 'story' = 'reel') => ({
  mediaId: day + mediaType,
  accountId: '1',
  mediaType,
  timestamp: `${day}T12:00:00.000Z`,
  day,
});

it('counts posts per day, and compares them with the same number of days before', () => {
  expect(compareFrequency(14, 7, 7)).toEqual({
    frequency: 2,
    previousFrequency: 1,
    direction: 'up',
    relative: 1,
    change: '100.0%',
  });
  expect(compareFrequency(3, 4, 7)).toMatchObject({ direction: 'down', change: '25.0%' });
  expect(compareFrequency(0, 0, 0)).toMatchObject({ frequency: 0, direction: 'flat', relative: 0 });
});

it('shows a change of less than one percent as the difference', () => {
  expect(compareFrequency(1000, 999, 1)).toMatchObject({ direction: 'up', change: '1.0 a day' });
  expect(compareFrequency(5, 5, 7)).toMatchObject({ direction: 'flat', change: '0.0 a day' });
});

it('has no arrow if the difference rounds to zero', () => {
  expect(compareFrequency(500, 501, 7)).toMatchObject({ direction: 'down', change: '0.1 a day' });
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(2000), fc.integer({ min: 1, max: 731 }), (posts, before, days) => {
      const { direction, change } = compareFrequency(posts, before, days);
      if (direction !== 'flat') expect(change).not.toBe('0.0 a day');
    }),
  );
});

it('treats an increase from zero as 100 percent', () => {
  expect(compareFrequency(4, 0, 7)).toMatchObject({ relative: 1, change: '100.0%' });
});

it('never divides by zero', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(731), (posts, before, days) => {
      const activity = compareFrequency(posts, before, days);
      expect(Number.isFinite(activity.frequency) && Number.isFinite(activity.relative)).toBe(true);
    }),
  );
});

it('excludes stories, and counts by day', () => {
  const posts = withoutStories([media('2026-11-20'), media('2026-11-20', 'story'), media('2026-11-18')]);

  expect(postsByDay(posts, ['2026-11-18', '2026-11-19', '2026-11-20'], '2026-11-21').map(({ value }) => value)).toEqual(
    [1, 0, 1],
  );
});

const week = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
const posted = (...days: string[]) => days.map((day) => media(day));

it('compares closed days with the same number from the start of the previous period', () => {
  const current = posted('2026-11-15', '2026-11-20', '2026-11-21', '2026-11-21');
  const previous = posted('2026-11-08', '2026-11-14', '2026-11-14');

  const activity = postActivity({
    current,
    previous: { from: '2026-11-08', media: previous },
    days: week,
    openFrom: '2026-11-21',
  });

  expect(activity).toMatchObject({ posts: 4, frequency: 2 / 6, previous: 1, direction: 'up', change: '100.0%' });
  expect(activity.comparison).toEqual({ days: 6, of: 7, noDataBefore: null });
});

it('compares whole periods once all their days are closed', () => {
  const activity = postActivity({
    current: posted('2026-11-15', '2026-11-21'),
    previous: { from: '2026-11-08', media: posted('2026-11-08', '2026-11-14') },
    days: week,
    openFrom: '2026-11-22',
  });

  expect(activity).toMatchObject({ previous: 2, direction: 'flat', comparison: { days: 7, of: 7 } });
});

it('counts the days of the comparison period', () => {
  const lastYear = { from: '2025-11-15', media: posted('2025-11-15', '2025-11-16', '2025-11-21') };
  const current = posted('2026-11-15');

  const activity = postActivity({ current, previous: lastYear, days: week, openFrom: '2026-11-21' });

  expect(activity).toMatchObject({ previous: 2, direction: 'down', comparison: { days: 6, of: 7 } });
});

it('has a frequency but no direction without a comparison', () => {
  const alone = { current: posted('2026-11-15'), previous: null, days: week, openFrom: '2026-11-22' };

  expect(postActivity(alone)).toMatchObject({ frequency: 1 / 7, previous: null, direction: null });
  expect(postActivity({ ...alone, noDataBefore: '2026-11-10' }).comparison).toEqual({
    days: 0,
    of: 7,
    noDataBefore: '2026-11-10',
  });
});

it('has no comparison when the only day is still running', () => {
  const days = ['2026-11-21'];

  const activity = postActivity({
    current: posted('2026-11-21'),
    previous: { from: '2026-11-20', media: [] },
    days,
    openFrom: '2026-11-21',
  });

  expect(activity).toMatchObject({ posts: 1, direction: null, comparison: { days: 0, of: 1 } });
});

it('treats days since the oldest last sync, and today, as open', () => {
  expect(openDay([], '2026-11-21')).toBe('2026-11-21');
  expect(openDay([null, '2026-11-21T12:00:00.000Z'], '2026-11-21')).toBe('2026-11-21');
  expect(openDay(['2026-11-21T12:00:00.000Z', '2026-11-18T12:00:00.000Z'], '2026-11-21')).toBe('2026-11-18');
});

it('has only a lower bound for posts on open or unsynced days', () => {
  const base = { posts: 3, to: '2026-11-20', openFrom: '2026-11-21', today: '2026-11-21', isFilling: false };

  expect(activityApproximation(base)).toBeNull();
  expect(activityApproximation({ ...base, to: '2026-11-21' })).toEqual({
    reasons: ['day_not_closed'],
    lower: 3,
    upper: null,
  });
  expect(activityApproximation({ ...base, openFrom: '2026-11-18' })?.reasons).toEqual([
    'day_not_closed',
    'days_missing',
  ]);
  expect(activityApproximation({ ...base, isFilling: true })?.reasons).toEqual(['days_missing']);
});

it('abbreviates millions and above with two decimals', () => {
  expect(totalNumber(999_999)).toBe('999,999');
  expect(totalNumber(1_234_567)).toBe('1.23M');
});
