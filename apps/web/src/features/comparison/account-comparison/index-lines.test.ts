import { compareDay } from '@tidemark/presentation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexLine } from './index-lines.ts';

const days = (...values: (number | null)[]) =>
  values.map((value, index) => ({ date: `2026-11-${String(10 + index)}`, value, isClosed: true }));
const line = (series: ReturnType<typeof days>, previous: ReturnType<typeof days> | null = null) => ({
  id: 'a',
  name: 'a',
  picture: null,
  color: 'red',
  dashed: false,
  series,
  previous,
});
const values = (series: readonly { value: number | null }[] | null | undefined) => series?.map(({ value }) => value);

it('starts at 100, and keeps gaps and zeros', () => {
  const indexed = indexLine(line(days(null, 0, 50, null, 75), days(25, 100, 0, 50, 50)));

  expect(values(indexed.series)).toEqual([null, 0, 100, null, 150]);
  expect(values(indexed.previous)).toEqual([50, 200, 0, 100, 100]);
});

it('never uses the current day as the base, and has no values without a base', () => {
  const running = [{ date: '2026-11-10', value: 5, isClosed: false }];

  expect(values(indexLine(line(running)).series)).toEqual([null]);
  expect(values(indexLine(line(days(0, 0))).series)).toEqual([null, null]);
});

it('preserves changes', () => {
  const count = fc.integer({ min: 1, max: 1e6 });
  fc.assert(
    fc.property(count, count, count, (first, now, before) => {
      const counted = line(days(first, now), days(first, before));

      const [plain, indexed] = [counted, indexLine(counted)].map((one) => compareDay(one, 1)?.percentChange ?? NaN);

      expect(indexed).toBeCloseTo(plain ?? NaN, 6);
    }),
  );
});
