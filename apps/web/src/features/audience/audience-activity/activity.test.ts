import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quiet } from '#web/features/metrics/metrics.fixtures.ts';
import { toBlocks, blockLabels, weekdays } from '#web/features/posts/index.ts';
import { toBand } from './day-labels.ts';
import { toIdentity } from './identity.ts';
import { dayTotals, toWeek } from './week.ts';
import { openPanel, topNames, withoutNames } from './top-names.ts';

describe('week', () => {
  it('adds up the posts of each day', () => {
    const blocks = Array.from({ length: 7 }, () => [0, 0, 0, 0, 0, 0]);
    blocks[1] = [0, 0, 9, 0, 0, 0];
    blocks[4] = [2, 2, 2, 2, 4, 2];

    expect(dayTotals(blocks)).toEqual([0, 9, 0, 0, 14, 0, 0]);
  });

  it('defaults to eight in the evening if no hour is known', () => {
    expect(toBand(undefined).hour).toBe('8 PM');
    expect(toBand(0)).toEqual({ words: 'late at night', hour: '12 AM' });
  });
});

describe('top names', () => {
  it('lists the five most used names once, with one prefix and their share', () => {
    const names = topNames({ '#sea': 3, 'Sea ': 1, '#@a': 2, b: 1, c: 1, d: 1, e: 1, '': 9, '#': 9 }, '#');

    expect(names.map(({ name }) => name)).toEqual(['#sea', '#a', '#b', '#c', '#d']);
    expect(names[0]?.share).toBe(40);
  });

  it('limits the sum of shares to 100 percent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.nat(100)), (counts) => {
        const sum = topNames(counts, '@').reduce((total, { share }) => total + share, 0);
        expect(sum).toBeLessThanOrEqual(100.000001);
      }),
    );
  });
});

it('lists mentioned accounts that are not collaborators, in any spelling', () => {
  expect(withoutNames({ '@Kiln': 3, '@halden': 1 }, { kiln: 2 })).toEqual({ '@halden': 1 });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.nat(9)), fc.dictionary(fc.string(), fc.nat(9)), (mentions, collabs) => {
      const collaborators = new Set(topNames(collabs, '@').map(({ name }) => name.toLowerCase()));
      const similar = topNames(withoutNames(mentions, collabs), '@');
      expect(similar.some(({ name }) => collaborators.has(name.toLowerCase()))).toBe(false);
    }),
  );
});

describe('name panels', () => {
  it('opens the first panel with content', () => {
    expect(openPanel(null, ['mentions', 'collabs'])).toBe('mentions');
    expect(openPanel(null, [])).toBeNull();
  });

  it('falls back when the selected panel becomes empty, and stays closed when closed', () => {
    expect(openPanel('collabs', ['hashtags'])).toBe('hashtags');
    expect(openPanel('collabs', ['hashtags', 'collabs'])).toBe('collabs');
    expect(openPanel('none', ['hashtags'])).toBeNull();
  });
});

describe('account identity', () => {
  const none = { hashtags: [], mentions: [], collabs: [] };
  const blocks = (...days: number[]) =>
    Array.from({ length: 7 }, (_, day) => [0, 0, days.includes(day) ? 2 : 0, 0, 0, 0]);

  it('names the top weekday, or two tied ones', () => {
    expect(toIdentity(blocks(3), none)).toMatchObject({ weekdays: ['Wednesday'], weekdayShare: 100 });
    expect(toIdentity(blocks(1, 4), none)).toMatchObject({ weekdays: ['Monday', 'Thursday'], weekdayShare: 50 });
  });

  it('names neither weekday nor time if none stands out', () => {
    const everything = Array.from({ length: 7 }, () => [1, 1, 1, 1, 1, 1]);

    expect(toIdentity(everything, none)).toMatchObject({ weekdays: [], time: null });
    expect(toIdentity(blocks(), none)).toBeNull();
  });
});

it('marks exactly the blocks that the posts grid requests', () => {
  fc.assert(
    fc.property(fc.nat(6), fc.option(fc.nat(5)), (day, part) => {
      const wanted = new Set(toBlocks({ weekday: day, block: part }));
      const marked = {
        ...quiet,
        data: quiet.data.map((one, index) => ({
          ...one,
          buckets: blockLabels.map((_, row) => (wanted.has(index * 6 + row) ? 1 : 0)),
        })),
      };

      expect(toWeek(marked, 'posts')).toEqual(
        weekdays.map((_, d) => blockLabels.map((__, b) => (d === day && (part === null || b === part) ? 1 : 0))),
      );
    }),
  );
});
