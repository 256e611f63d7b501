import { describe, expect, it } from 'vitest';
import type { AgedValue } from './life-curve.ts';
import { type CountedPost, toResultsAt48Hours } from './results-at-48-hours.ts';

const day = 24 * 60;
const at = (days: number, value: number): AgedValue => ({ ageMinutes: days * day, value });
const post = (total: AgedValue, curve: AgedValue[] = [], format = 'reel'): CountedPost => ({
  weekday: 1,
  hour: 9,
  tags: [],
  publishedAt: new Date('2026-05-04T09:00:00Z'),
  format,
  total,
  curve,
});
/** A post that has `first` interactions after two days, and doubles them in the 28 days after. */
const doubling = (first: number, format?: string) =>
  post(
    at(30, 2 * first),
    Array.from({ length: 28 }, (_, index) => at(index + 2, first * 2 ** (Math.log((index + 2) / 2) / Math.log(15)))),
    format,
  );
const steady = (total: number) =>
  post(
    at(30, total),
    Array.from({ length: 28 }, (_, index) => at(index + 2, total)),
    'static',
  );
const many = (count: number, make: (index: number) => CountedPost) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('interactions at 48 hours', () => {
  it('are measured, or interpolated between measurements around that age', () => {
    const [exact, between] = toResultsAt48Hours([
      post(at(90, 900), [at(1, 100), at(2, 300), at(3, 400)]),
      post(at(90, 900), [at(1.5, 200), at(2.5, 400)]),
    ]);

    expect(exact).toMatchObject({ interactions: 300, isMeasured: true });
    expect(between?.isMeasured).toBe(true);
    expect(between?.interactions).toBeGreaterThan(300);
    expect(between?.interactions).toBeLessThan(400);
  });

  it('lie between a measurement and the current total for a slightly older post', () => {
    const [result] = toResultsAt48Hours([post(at(2.5, 400), [at(1.5, 200)])]);

    expect(result?.isMeasured).toBe(true);
  });

  it("are estimated for an old post by subtracting its format's typical late growth", () => {
    const known = [...many(40, (index) => doubling(100 + index)), ...many(40, (index) => steady(100 + index))];
    const [reel, image, young] = toResultsAt48Hours([
      post(at(120, 1_000)),
      post(at(120, 1_000), [], 'static'),
      post(at(5, 1_000)),
      ...known,
    ]);

    expect(reel?.isMeasured).toBe(false);
    expect(reel?.interactions).toBeGreaterThan(500);
    expect(reel?.interactions).toBeLessThan(560);
    expect(image?.interactions).toBeGreaterThan(900);
    expect(young?.interactions).toBeGreaterThan(750);
    expect(young?.interactions).toBeLessThan(850);
  });

  it("are an old post's total if too few posts have been measured", () => {
    const [old] = toResultsAt48Hours([post(at(120, 1_000)), ...many(4, () => doubling(100))]);

    expect(old).toMatchObject({ isMeasured: false });
    expect(old?.interactions).toBeCloseTo(1_000);
  });

  it('are estimated from other formats if few posts in the format were measured', () => {
    const [carousel] = toResultsAt48Hours([
      post(at(120, 1_000), [], 'carousel'),
      ...many(20, (index) => doubling(100 + index)),
    ]);

    expect(carousel?.interactions).toBeCloseTo(500, -1);
  });

  it('are unknown for a post that is too young', () => {
    expect(toResultsAt48Hours([post(at(1.9, 500)), post(at(1.5, 500), [at(1, 300)])])).toEqual([]);
    expect(toResultsAt48Hours([])).toEqual([]);
  });
});
