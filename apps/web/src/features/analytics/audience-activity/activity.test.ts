import type { MediaActivity } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf } from './day-words.ts';
import { identityOf } from './identity.ts';
import { dayTotals, peakOf, toLocalWeek, weekdays } from './local-week.ts';
import { openPanel, topNames } from './top-names.ts';

const activity = (buckets: number[][]): MediaActivity => ({
  total: buckets.flat().reduce((sum, count) => sum + count, 0),
  data: weekdays.map((weekday, day) => ({
    weekday,
    buckets: buckets[day] ?? [],
    total: 0,
    interactions: Array<number>(6).fill(0),
  })),
  hashtags: {},
  mentions: {},
  collabs: {},
});
const week = fc.array(fc.array(fc.nat(50), { minLength: 6, maxLength: 6 }), { minLength: 7, maxLength: 7 });
const offset = fc.integer({ min: -12 * 60, max: 14 * 60 });

describe('the week on the viewer’s clock', () => {
  it('loses nothing, whatever the zone', () => {
    fc.assert(
      fc.property(week, offset, (blocks, minutes) => {
        const local = toLocalWeek(activity(blocks), 'posts', minutes);

        expect(local.flat().toSorted()).toEqual(blocks.flat().toSorted());
        expect(local.map((day) => day.length)).toEqual(Array(7).fill(6));
      }),
    );
  });

  it('moves Saturday’s last block to Sunday’s first, east of Greenwich, and back, west of it', () => {
    const blocks = Array.from({ length: 7 }, () => [0, 0, 0, 0, 0, 0]);
    blocks[6] = [0, 0, 0, 0, 0, 3];

    expect(toLocalWeek(activity(blocks), 'posts', 4 * 60)[0]).toEqual([3, 0, 0, 0, 0, 0]);
    expect(toLocalWeek(activity(blocks), 'posts', -8 * 60)[6]).toEqual([0, 0, 0, 3, 0, 0]);
    expect(toLocalWeek(activity(blocks), 'posts', 60)[6]).toEqual([0, 0, 0, 0, 0, 3]);
  });

  it('has its peak on the strongest day, in that day’s strongest block', () => {
    const blocks = Array.from({ length: 7 }, () => [0, 0, 0, 0, 0, 0]);
    blocks[1] = [0, 0, 9, 0, 0, 0];
    blocks[4] = [2, 2, 2, 2, 4, 2];

    expect(peakOf(blocks)).toEqual({ day: 4, block: 4 });
    expect(dayTotals(blocks)).toEqual([0, 9, 0, 0, 14, 0, 0]);
    expect(peakOf(Array.from({ length: 7 }, () => [0, 0, 0, 0, 0, 0]))).toBeNull();
  });

  it('speaks of eight in the evening where no hour is known', () => {
    expect(bandOf(undefined).hour).toBe('8 PM');
    expect(bandOf(0)).toEqual({ words: 'late at night', hour: '12 AM' });
  });
});

describe('names', () => {
  it('stand once, with one mark, the five most used with their share of all', () => {
    const names = topNames({ '#sea': 3, 'Sea ': 1, '#@a': 2, b: 1, c: 1, d: 1, e: 1, '': 9, '#': 9 }, '#');

    expect(names.map(({ name }) => name)).toEqual(['#sea', '#a', '#b', '#c', '#d']);
    expect(names[0]?.share).toBe(40);
  });

  it('never exceed 100 percent together', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.nat(100)), (counts) => {
        const sum = topNames(counts, '@').reduce((total, { share }) => total + share, 0);
        expect(sum).toBeLessThanOrEqual(100.000001);
      }),
    );
  });
});

describe('the panels of names', () => {
  it('open the first that has something in it', () => {
    expect(openPanel(null, ['mentions', 'collabs'])).toBe('mentions');
    expect(openPanel(null, [])).toBeNull();
  });

  it('fall back when the chosen one becomes empty, and stay closed when closed', () => {
    expect(openPanel('collabs', ['hashtags'])).toBe('hashtags');
    expect(openPanel('collabs', ['hashtags', 'collabs'])).toBe('collabs');
    expect(openPanel('none', ['hashtags'])).toBeNull();
  });
});

describe('the identity', () => {
  const none = { hashtags: [], mentions: [], collabs: [] };
  const blocks = (...days: number[]) =>
    Array.from({ length: 7 }, (_, day) => [0, 0, days.includes(day) ? 2 : 0, 0, 0, 0]);

  it('names the weekday, or the two that are alike', () => {
    expect(identityOf(blocks(3), none)).toMatchObject({ weekdays: ['Wednesday'], weekdayShare: 100 });
    expect(identityOf(blocks(1, 4), none)).toMatchObject({ weekdays: ['Monday', 'Thursday'], weekdayShare: 50 });
  });

  it('names none when no weekday and no time stands out', () => {
    const everything = Array.from({ length: 7 }, () => [1, 1, 1, 1, 1, 1]);

    expect(identityOf(everything, none)).toMatchObject({ weekdays: [], time: null });
    expect(identityOf(blocks(), none)).toBeNull();
  });
});
