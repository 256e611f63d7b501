import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentChange } from './change.ts';
import { conversionRate, divideBounds, engagedAudience, engagementRate, followerGrowthRate } from './rates.ts';
import { viralityScore } from './virality-score.ts';

const count = fc.nat({ max: 1_000_000_000 });

describe('rates', () => {
  it('returns 0 instead of NaN when the divisor is 0', () => {
    expect(engagementRate({ interactions: 0, reach: 0 })).toBe(0);
    expect(engagementRate({ interactions: 5, reach: 0 })).toBe(0);
    expect(conversionRate({ follows: 3, nonFollowerReach: 0 })).toBe(0);
    expect(engagedAudience({ engaged: 3, followers: 0 })).toBe(0);
    expect(followerGrowthRate({ followers: 3, previousFollowers: 0 })).toBe(0);
  });

  it('keeps rates unchanged when both sides grow equally', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 1000 }),
        (interactions, reach, factor) => {
          expect(engagementRate({ interactions: interactions * factor, reach: reach * factor })).toBeCloseTo(
            engagementRate({ interactions, reach }),
            6,
          );
        },
      ),
    );
  });
});

describe('bounds of a rate', () => {
  it('divides the lowest part by the highest total, and the highest part by the lowest total', () => {
    expect(divideBounds({ lower: 10, upper: 20 }, { lower: 100, upper: 200 })).toEqual({ lower: 5, upper: 20 });
  });

  it('has a null bound if an input is null, and no upper bound if the total may be 0', () => {
    expect(divideBounds({ lower: 10, upper: null }, { lower: 100, upper: 200 })).toEqual({ lower: 5, upper: null });
    expect(divideBounds({ lower: 10, upper: 10 }, { lower: 0, upper: 200 })).toEqual({ lower: 5, upper: null });
    expect(divideBounds({ lower: 10, upper: 10 }, { lower: 0, upper: 0 })).toEqual({ lower: 0, upper: 0 });
  });
});

describe('virality score', () => {
  const sample = { reach: 1000, shares: 10, saves: 15, comments: 5, conversions: 5, convertible: 200 };

  it('weighs shares 40, saves 30, comments 20 and conversion 10', () => {
    expect(viralityScore(sample)).toBeCloseTo(0.5 * 40 + 0.5 * 30 + 0.5 * 20 + 0.5 * 10);
    expect(
      viralityScore({ reach: 100, shares: 2, saves: 3, comments: 1, conversions: 5, convertible: 100 }),
    ).toBeCloseTo(100);
  });

  it('keeps the score between 0 and 100 and never lowers it when shares rise', () => {
    const input = fc.record({
      reach: count,
      shares: count,
      saves: count,
      comments: count,
      conversions: count,
      convertible: count,
    });
    fc.assert(
      fc.property(input, count, (given, more) => {
        const score = viralityScore(given);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100.000001);
        expect(viralityScore({ ...given, shares: given.shares + more })).toBeGreaterThanOrEqual(score - 1e-9);
      }),
    );
  });

  it('treats negative counts as zero', () => {
    expect(viralityScore({ ...sample, shares: -5, saves: 0, comments: 0, conversions: 0 })).toBe(0);
  });
});

describe('change in percent', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 100],
    [0, 5, -100],
    [15, 10, 50],
    [-1, 0, -100],
    [1, -2, 150],
  ])('returns the percentage from %i to %i', (current, previous, percent) => {
    expect(percentChange(current, previous)).toBe(percent);
  });

  it('leads back from the previous value to the current value', () => {
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 1_000_000 }), (current, previous) => {
        expect(previous * (1 + percentChange(current, previous) / 100)).toBeCloseTo(current, 3);
      }),
    );
  });
});
