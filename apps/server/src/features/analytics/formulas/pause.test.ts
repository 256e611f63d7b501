import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnusualPause } from './pause.ts';

describe('a pause', () => {
  it('is unusual after about four and a half of the account’s own intervals', () => {
    const everyTwoDays = { posts: 91, span: 182 };

    expect(isUnusualPause(9, everyTwoDays)).toBe(false);
    expect(isUnusualPause(10, everyTwoDays)).toBe(true);
  });

  it('is never unusual before there is a pace', () => {
    expect(isUnusualPause(300, { posts: 7, span: 7 })).toBe(false);
    expect(isUnusualPause(300, { posts: 8, span: 0 })).toBe(false);
  });

  it('stays unusual when it gets longer, and when the account used to post more often', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.nat(50),
        fc.integer({ min: 8, max: 400 }),
        fc.nat(50),
        (days, longer, posts, more) => {
          fc.pre(isUnusualPause(days, { posts, span: 182 }));
          expect(isUnusualPause(days + longer, { posts: posts + more, span: 182 })).toBe(true);
        },
      ),
    );
  });

  it('of an account that posts at random is found rarely', () => {
    let state = 7;
    const uniform = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    const posts = 60;
    const pauses = Array.from({ length: 20_000 }, () => -Math.log(uniform()) * (182 / posts));

    const found = pauses.filter((days) => isUnusualPause(days, { posts, span: 182 })).length;

    expect(found / pauses.length).toBeLessThan(0.013);
    expect(found).toBeGreaterThan(0);
  });
});
