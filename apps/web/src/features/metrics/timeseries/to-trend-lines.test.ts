import { expect, it } from 'vitest';
import { ownerName, toTrendLines } from './to-trend-lines.ts';

const day = (value: number | null) => ({ date: '2026-11-20', value, isClosed: true });

it('omits an account without stored days, and keeps gaps in other accounts', () => {
  const lines = toTrendLines(
    { perAccount: { a: [day(null)], b: [day(3), day(null)] }, previousPerAccount: null, usual: null },
    [],
    new Map(),
  );

  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ id: 'b', series: [day(3), day(null)] });
});

it('names an unknown account by the end of its id', () => {
  expect(ownerName('17841400001234')).toBe('Account 1234');
  expect(ownerName('')).toBe('Unattributed');
});
