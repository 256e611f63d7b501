import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDelta } from './media-rows.ts';

describe('media deltas', () => {
  const none = {
    reach: null,
    views: null,
    likes: null,
    comments: null,
    saved: null,
    shares: null,
    interactions: null,
    follows: null,
  };

  it('sums to the latest total, whatever syncs lie in between', () => {
    const reading = fc.option(fc.nat(100_000), { nil: null });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 20 }), (readings) => {
        let known: number | null = null;
        let gained = 0;
        for (const views of readings) {
          gained += toDelta(known === null ? null : { ...none, views: known }, { ...none, views }).views;
          known = views ?? known;
        }
        expect(gained).toBe(known ?? 0);
      }),
    );
  });

  it('is negative when Instagram removes likes, and zero when it reports nothing', () => {
    expect(toDelta({ ...none, likes: 10 }, { ...none, likes: 8 }).likes).toBe(-2);
    expect(toDelta({ ...none, likes: 10 }, none).likes).toBe(0);
  });
});
