import { expect, it } from 'vitest';
import fc from 'fast-check';
import { quiet } from '../analytics.fixtures.ts';
import { toWeek } from '../audience-activity/week.ts';
import { whenLabel } from '../posts/when-label.ts';
import { blockLabels, weekdays } from './week-blocks.ts';
import { parseWhen, toBlocks, writeWhen } from './published-when.ts';

const weekday = fc.nat(6);
const block = fc.option(fc.nat(5));

it('survives the URL', () => {
  fc.assert(
    fc.property(weekday, block, (day, part) => {
      const when = { weekday: day, block: part };
      expect(parseWhen(writeWhen(when))).toEqual(when);
    }),
  );
  expect(parseWhen(writeWhen({ day: '2026-11-19' }))).toEqual({ day: '2026-11-19' });
});

it('drops invalid values', () => {
  for (const text of ['', 'Thu', 'thursday', 'thu.', 'thu.8a', 'thu.8a-12p.x', '.8a-12p', '2026-02-30']) {
    expect(parseWhen(text)).toBeNull();
  }
});

it('formats days and hours in plain words', () => {
  expect(whenLabel({ day: '2026-11-19' })).toBe('Thursday, Nov 19');
  expect(whenLabel({ weekday: 4, block: null })).toBe('Thursdays');
  expect(whenLabel({ weekday: 4, block: 2 })).toBe('Thursdays, 8a-12p');
});

it("requests exactly the heatmap's blocks", () => {
  fc.assert(
    fc.property(weekday, block, (day, part) => {
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
