import { approximationReasons } from '@tidemark/contract';
import { boundsSentence, mergeApproximations, numberLine, reasonLabels, writeNumber } from '@tidemark/presentation';
import { expect, it } from 'vitest';
import { compactNumber, percent } from '#web/platform/format.ts';
import { between } from '../metrics.fixtures.ts';

const bounds = (lower: number | null, upper: number | null) => ({
  reasons: ['summed_people' as const],
  lower,
  upper,
});

it('has a unique sentence for every reason', () => {
  const texts = approximationReasons.map((reason) => reasonLabels[reason]);

  expect(new Set(texts).size).toBe(approximationReasons.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z].*[^.]\.$/);
});

it('formats the known bounds as a sentence', () => {
  expect(boundsSentence(bounds(310_000, 640_000), compactNumber)).toBe('The actual number is between 310k and 640k.');
  expect(boundsSentence(bounds(14, null), compactNumber)).toBe('The actual number is at least 14.');
  expect(boundsSentence(bounds(null, 14), compactNumber)).toBe('The actual number is at most 14.');
  expect(boundsSentence(bounds(null, null), compactNumber)).toBeNull();
  expect(boundsSentence(bounds(1201, 1202), compactNumber)).toBeNull();
});

it('shows an exact number alone, and an estimate with its range', () => {
  const write = (value: number, lower: number | null, upper: number | null) =>
    writeNumber(value, bounds(lower, upper), compactNumber);

  expect(writeNumber(640_000, null, compactNumber)).toEqual({ text: '640k', range: null });
  expect(write(780_000, 322_000, 1_300_000)).toEqual({ text: '≈ 780k', range: '322k–1.3M' });
  expect(write(4, 0, 9)).toEqual({ text: '≈ 4', range: '0–9' });
  expect(writeNumber(4.2, bounds(2.1, 7.4), percent)).toEqual({ text: '≈ 4.2%', range: '2.1%–7.4%' });
  expect(write(1201.5, 1201, 1202)).toEqual({ text: '1.2k', range: null });
});

it('shows only the lower bound if the upper bound is unknown and the number far above it', () => {
  expect(writeNumber(200_000_000, bounds(8_600_000, null), compactNumber).text).toBe('≥ 8.6M');
  expect(writeNumber(20, bounds(10, null), compactNumber).text).toBe('20');
  expect(writeNumber(20, bounds(null, 30), compactNumber).text).toBe('20');
});

it('marks an approximate number inline, for texts without a dot', () => {
  expect(numberLine(640_000, null, compactNumber)).toBe('640k');
  expect(numberLine(780_000, bounds(322_000, 1_300_000), compactNumber)).toBe('≈ 780k (322k–1.3M)');
  expect(numberLine(200_000_000, bounds(8_600_000, null), compactNumber)).toBe('≥ 8.6M');
  expect(numberLine(20, bounds(null, null), compactNumber)).toBe('≈ 20');
});

it('merges approximations with each reason once and no bounds', () => {
  const merged = mergeApproximations(
    [between(1, 2, 'days_missing', 'summed_people').approx, null, between(3, 4, 'days_missing').approx],
    ['summed_accounts'],
  );

  expect(merged).toEqual({ reasons: ['summed_people', 'summed_accounts', 'days_missing'], lower: null, upper: null });
  expect(mergeApproximations([null, null])).toBeNull();
});
