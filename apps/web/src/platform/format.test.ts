import { shortNumber } from '@tidemark/presentation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactNumber,
  durationLabel,
  dayLabel,
  gridNumber,
  percent,
  plural,
  statNumber,
  trendPercent,
} from './format.ts';
import { countdown, lastSync, memberSince } from './instant-labels.ts';

describe('compact number', () => {
  it.each([
    [0, '0'],
    [-0.2, '0'],
    [999.4, '999'],
    [999.6, '1k'],
    [1000, '1k'],
    [1234, '1.2k'],
    [-1234, '-1.2k'],
    [999_999, '1M'],
    [1_234_567, '1.2M'],
    [Number.NaN, '0'],
    [Number.POSITIVE_INFINITY, '0'],
  ])('formats %d as %s', (value, text) => {
    expect(compactNumber(value)).toBe(text);
  });

  it('uses at most seven characters below a quadrillion', () => {
    fc.assert(fc.property(fc.integer({ min: -9e14, max: 9e14 }), (value) => compactNumber(value).length <= 7));
  });
});

it('abbreviates to at most four characters below a billion', () => {
  expect([0, 999, 1234, 9_960, 12_345, 999_499, 1_240_000].map(shortNumber)).toEqual([
    '0',
    '999',
    '1.2k',
    '10k',
    '12k',
    '999k',
    '1.2M',
  ]);
  fc.assert(fc.property(fc.integer({ min: 0, max: 999_000_000 }), (value) => shortNumber(value).length <= 4));
});

it('is compact in the stats strip only above 1000', () => {
  expect(statNumber(1000)).toBe('1,000');
  expect(statNumber(1001)).toBe('1k');
  expect(statNumber(18_400)).toBe('18.4k');
});

it('is compact in grid cells only above 10 million', () => {
  expect(gridNumber(10_000_000)).toBe('10,000,000');
  expect(gridNumber(12_345_678)).toBe('12.3M');
});

it('shows percentages with one decimal and no negative zero', () => {
  expect(percent(4.72)).toBe('4.7%');
  expect(percent(-0.01)).toBe('0.0%');
});

it('shows small trends with two decimals', () => {
  expect(trendPercent(0.056)).toBe('0.06%');
  expect(trendPercent(-0.05)).toBe('-0.05%');
  expect(trendPercent(0.1)).toBe('0.1%');
  expect(trendPercent(12.34)).toBe('12.3%');
});

it('formats a calendar day the same in every time zone', () => {
  expect(dayLabel('2025-03-05')).toBe('Mar 05, 2025');
});

describe('last sync', () => {
  const now = new Date(2026, 10, 21, 9, 30);

  it('is shown as today, yesterday, or a date', () => {
    expect(lastSync(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('Today at 9:05 AM');
    expect(lastSync(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('Yesterday at 11:59 PM');
    expect(lastSync(new Date(2026, 10, 18, 15, 5).toISOString(), now)).toBe('Nov 18 at 3:05 PM');
  });

  it('shows a dash for an unknown last sync', () => {
    expect(lastSync(null, now)).toBe('—');
    expect(lastSync('not a date', now)).toBe('—');
  });
});

it('shows the membership year only if it is not the current year', () => {
  const now = new Date(2026, 10, 21);
  expect(memberSince(new Date(2026, 2, 5).toISOString(), now)).toBe('March 5');
  expect(memberSince(new Date(2024, 2, 5).toISOString(), now)).toBe('March 5, 2024');
});

it('formats a duration as m:ss, and from an hour up as h:mm:ss', () => {
  expect([0, 7, 75, 3599, 3600, 3725, Number.NaN].map(durationLabel)).toEqual([
    '0:00',
    '0:07',
    '1:15',
    '59:59',
    '1:00:00',
    '1:02:05',
    '0:00',
  ]);
});

describe('countdown', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');

  it('shows days, hours, minutes and seconds', () => {
    expect(countdown('2026-11-24T14:05:06Z', now)).toBe('3d 4h 5m 6s');
    expect(countdown('2026-11-21T11:00:00Z', now)).toBe('1h 0m 0s');
  });

  it("is '0s' once passed", () => {
    expect(countdown('2026-11-21T09:59:59Z', now)).toBe('0s');
    expect(countdown('nonsense', now)).toBe('0s');
  });
});

it('distinguishes singular and plural', () => {
  expect(plural(1, 'account')).toBe('account');
  expect(plural(0, 'account')).toBe('accounts');
});
