import { addDays } from '@tidemark/contract/calendar-day';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chosenRange,
  comparisonBody,
  comparisonRange,
  countDays,
  daysIn,
  endInstant,
  moveEnd,
  moveStart,
  periodSearch,
  presetRange,
  presets,
  previousRange,
  startInstant,
} from './period.ts';
import { toDay } from '#web/platform/time-zone.ts';
import { shortSpanLabel } from './use-period.ts';

const someDay = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
const someRange = fc
  .tuple(someDay, fc.integer({ min: 0, max: 730 }))
  .map(([from, more]) => ({ from, to: addDays(from, more) }));
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

describe('previous period', () => {
  it('has the same number of days and ends the day before the range starts', () => {
    fc.assert(
      fc.property(someRange, (range) => {
        const before = previousRange(range);

        expect(countDays(before)).toBe(countDays(range));
        expect(addDays(before.to, 1)).toBe(range.from);
      }),
    );
  });
});

describe('comparison period', () => {
  const october = { from: '2026-10-01', to: '2026-10-31' };

  it('is the previous period, the same days of last year, a custom one or none', () => {
    expect(comparisonRange(october, 'previous-period')).toEqual({ from: '2026-08-31', to: '2026-09-30' });
    expect(comparisonRange(october, 'last-year')).toEqual({ from: '2025-10-01', to: '2025-10-31' });
    expect(comparisonRange(october, '2026-07-01')).toEqual({ from: '2026-07-01', to: '2026-07-31' });
    expect(comparisonRange(october, 'nothing')).toBeNull();
  });

  it('falls back to the previous period if a custom one would not start before the range', () => {
    expect(comparisonRange(october, '2026-10-01')).toEqual(previousRange(october));
    expect(comparisonRange(october, '2026-12-24')).toEqual(previousRange(october));
  });

  it('has as many days as the range and starts before it', () => {
    const choices = fc.oneof(fc.constantFrom('previous-period', 'last-year'), someDay);
    fc.assert(
      fc.property(someRange, choices, (range, choice) => {
        const compared = comparisonRange(range, choice);

        expect(compared && countDays(compared)).toBe(countDays(range));
        expect(compared && compared.from < range.from).toBe(true);
      }),
    );
  });

  it('compares February 29 with February 28', () => {
    expect(comparisonRange({ from: '2028-02-29', to: '2028-03-01' }, 'last-year')).toEqual({
      from: '2027-02-28',
      to: '2027-03-01',
    });
  });

  it('is kept in the URL, which drops invalid values', () => {
    expect(periodSearch({ preset: 'last-week', compare: 'last-year' })).toEqual({
      preset: 'last-week',
      compare: 'last-year',
    });
    expect(periodSearch({ compare: '2026-07-01' })).toEqual({ compare: '2026-07-01' });
    expect(periodSearch({ compare: 'nothing' })).toEqual({ compare: 'nothing' });
    for (const compare of ['previous-period', 'last-decade', '2026-02-30', '', 5]) {
      expect(periodSearch({ compare })).toEqual({});
    }
  });

  it('sends whole days or nothing', () => {
    expect(comparisonBody({ from: '2026-10-01', to: '2026-10-02' })).toEqual({
      pStart: '2026-10-01T00:00:00.000Z',
      pEnd: '2026-10-02T23:59:59.999Z',
    });
    expect(comparisonBody(null)).toEqual({});
  });
});

describe('days of a range', () => {
  it('lists each day of the range once, in order', () => {
    fc.assert(
      fc.property(someRange, (range) => {
        const days = daysIn(range);

        expect(days[0]).toBe(range.from);
        expect(days.at(-1)).toBe(range.to);
        expect(new Set(days).size).toBe(countDays(range));
        expect(days.toSorted()).toEqual(days);
      }),
    );
  });

  it('handles daylight saving changes', () => {
    expect(daysIn({ from: '2026-03-28', to: '2026-03-30' })).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(countDays({ from: '2026-10-01', to: '2026-11-30' })).toBe(61);
    expect(toDay(new Date(2026, 9, 25, 23, 59))).toBe('2026-10-25');
    expect(toDay(new Date(2026, 2, 29, 0, 0))).toBe('2026-03-29');
  });
});

describe('presets', () => {
  it('ends presets yesterday, or today for this week, never in the future', () => {
    fc.assert(
      fc.property(someDay, fc.constantFrom(...presets), (today, preset) => {
        const range = presetRange(preset, today);

        expect(range.from <= range.to).toBe(true);
        expect(range.to <= today).toBe(true);
      }),
    );
    expect(presetRange('last-7-days', '2026-11-21')).toEqual({ from: '2026-11-14', to: '2026-11-20' });
    expect(presetRange('last-2-weeks', '2026-11-21')).toEqual({ from: '2026-11-07', to: '2026-11-20' });
  });

  it('uses calendar months, quarters and years', () => {
    const today = '2026-11-21';

    expect(presetRange('last-28-days', today)).toEqual({ from: '2026-10-24', to: '2026-11-20' });
    expect(presetRange('last-30-days', today)).toEqual({ from: '2026-10-22', to: '2026-11-20' });
    expect(presetRange('last-90-days', today)).toEqual({ from: '2026-08-23', to: '2026-11-20' });
    expect(presetRange('this-month', today)).toEqual({ from: '2026-11-01', to: today });
    expect(presetRange('last-month', today)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(presetRange('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(presetRange('this-quarter', today)).toEqual({ from: '2026-10-01', to: today });
    expect(presetRange('this-year', today)).toEqual({ from: '2026-01-01', to: today });
    expect(presetRange('last-12-months', today)).toEqual({ from: '2025-11-21', to: '2026-11-20' });
    expect(presetRange('last-12-months', '2028-03-01')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
  });

  it('starts weeks on Sunday', () => {
    fc.assert(
      fc.property(someDay, (today) => {
        expect(weekday(presetRange('this-week', today).from)).toBe(0);
        expect(presetRange('this-week', today).to).toBe(today);
        expect(weekday(presetRange('last-week', today).from)).toBe(0);
        expect(weekday(presetRange('last-week', today).to)).toBe(6);
        expect(countDays(presetRange('last-week', today))).toBe(7);
      }),
    );
    expect(presetRange('this-week', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' });
  });
});

describe('moving an end of the range', () => {
  it('moves the other end before the ends cross', () => {
    const range = { from: '2026-11-10', to: '2026-11-12' };

    expect(moveStart(range, '2026-11-15')).toEqual({ from: '2026-11-15', to: '2026-11-15' });
    expect(moveStart(range, '2026-11-11')).toEqual({ from: '2026-11-11', to: '2026-11-12' });
    expect(moveEnd(range, '2026-11-08')).toEqual({ from: '2026-11-08', to: '2026-11-08' });
    expect(moveEnd(range, '2026-11-20')).toEqual({ from: '2026-11-10', to: '2026-11-20' });
  });
});

describe('period in the URL', () => {
  it('accepts a preset or two days in order, and drops everything else', () => {
    expect(periodSearch({ preset: 'last-week', from: 'x' })).toEqual({ preset: 'last-week' });
    expect(periodSearch({ from: '2026-11-01', to: '2026-11-03' })).toEqual({ from: '2026-11-01', to: '2026-11-03' });
    expect(periodSearch({ from: '2026-11-04', to: '2026-11-03' })).toEqual({});
    expect(periodSearch({ from: '2026-02-30', to: '2026-03-03' })).toEqual({});
    expect(periodSearch({ from: '2020-01-01', to: '2026-01-01' })).toEqual({});
    expect(periodSearch({ preset: 'last-year', from: 3, to: null })).toEqual({});
  });

  it('defaults to the last seven days, ending yesterday', () => {
    expect(chosenRange({}, '2026-11-21')).toEqual({ from: '2026-11-14', to: '2026-11-20', preset: 'last-7-days' });
  });

  it('never includes days before the earliest day', () => {
    const range = { from: '2026-11-01', to: '2026-11-10' };

    expect(chosenRange(range, '2026-11-21', '2026-11-04')).toEqual({
      from: '2026-11-04',
      to: '2026-11-10',
      preset: null,
    });
    expect(chosenRange(range, '2026-11-21', '2026-11-10')).toMatchObject({ from: '2026-11-10', to: '2026-11-10' });
    expect(chosenRange(range, '2026-11-21', '2026-11-11')).toMatchObject({ preset: 'last-7-days' });
    expect(chosenRange(range, '2026-11-21', null)).toMatchObject(range);
    fc.assert(
      fc.property(someRange, someDay, someDay, (asked, today, earliest) => {
        const { from, to, preset } = chosenRange(asked, today, earliest);
        expect(from <= to && to <= today).toBe(true);
        if (preset === null) expect(from >= earliest).toBe(true);
      }),
      // The viewer's today may be before Instagram's first day.
      { examples: [[{ from: '2000-01-01', to: '2000-01-02' }, '2000-01-01', '2000-01-02']] },
    );
  });

  it('never includes future days', () => {
    expect(chosenRange({ from: '2026-11-20', to: '2026-12-24' }, '2026-11-21')).toMatchObject({ to: '2026-11-21' });
    expect(chosenRange({ from: '2027-01-01', to: '2027-01-02' }, '2026-11-21')).toMatchObject({
      preset: 'last-7-days',
    });
  });
});

it('sends whole days in every time zone', () => {
  expect(startInstant('2026-11-14')).toBe('2026-11-14T00:00:00.000Z');
  expect(endInstant('2026-11-20')).toBe('2026-11-20T23:59:59.999Z');
});

it.each([
  ['2027-03-01', '2027-03-07', 'Mar 1 - Mar 7'],
  ['2027-03-01', '2027-03-01', 'Mar 1'],
  ['2026-12-25', '2027-01-03', 'Dec 25 ’26 - Jan 3'],
  ['2026-12-24', '2026-12-30', 'Dec 24 - Dec 30 ’26'],
  ['2026-12-24', '2026-12-24', 'Dec 24 ’26'],
  ['2025-11-26', '2026-12-30', 'Nov ’25 - Dec ’26'],
])('the label of %s to %s on a phone of 2027 is %s', (from, to, label) => {
  expect(shortSpanLabel({ from, to }, '2027-03-08')).toBe(label);
});
