import { expect, it } from 'vitest';
import { sumLines } from './sum-lines.ts';

const line = (id: string, ...values: (number | null)[]) => ({
  id,
  name: id,
  picture: null,
  color: 'var(--s1)',
  dashed: false,
  series: values.map((value, index) => ({ date: `2026-11-2${index}`, value, isClosed: index < 2 })),
});

it('sums the lines by day, with a gap wherever any line has a gap', () => {
  const total = sumLines([line('a', 1, 2, 3), line('b', 10, null, 30)], 'All accounts');

  expect(total.series).toEqual([
    { date: '2026-11-20', value: 11, isClosed: true },
    { date: '2026-11-21', value: null, isClosed: true },
    { date: '2026-11-22', value: 33, isClosed: false },
  ]);
  expect(total.previous).toBeNull();
});

it('sums the comparison period too, unless a line has none', () => {
  const compared = (id: string, value: number) => ({ ...line(id, 1), previous: line(id, value).series });

  expect(sumLines([compared('a', 3), compared('b', 4)], 'All').previous?.map(({ value }) => value)).toEqual([7]);
  expect(sumLines([compared('a', 3), line('b', 1)], 'All').previous?.map(({ value }) => value)).toEqual([null]);
});
