import { minPostsForBestTime } from '@tidemark/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toBestTime } from './best-time.ts';
import { makeWeeklyWorld, type WeeklyWorld } from './best-time.fixtures.ts';
import type { CountedPost } from './results-at-48-hours.ts';

const day = 86_400_000;
const dayMinutes = 24 * 60;
const start = Date.parse('2026-05-01T00:00:00Z');
const post = (weekday: number, hour: number, interactions: number, more: Partial<CountedPost> = {}): CountedPost => ({
  weekday,
  hour,
  total: { ageMinutes: 90 * dayMinutes, value: interactions },
  curve: [],
  format: 'reel',
  publishedAt: new Date(start),
  tags: [],
  ...more,
});
/** Posts on every day of many weeks. */
const daily = (count: number, toPost: (index: number) => CountedPost) =>
  Array.from({ length: count }, (_, index) => toPost(index));

describe('simulated accounts with a known truth', () => {
  const strengths = [0.4, 0.8, 1.2];
  const solve = (world: WeeklyWorld) => ({ world, answer: toBestTime(world.posts, world.online) });
  let withEffect: ReturnType<typeof solve>[];
  let without: ReturnType<typeof solve>[];
  beforeAll(() => {
    withEffect = strengths.flatMap((strength, at) =>
      Array.from({ length: 25 }, (_, index) => solve(makeWeeklyWorld(1_000 * at + index, strength))),
    );
    without = Array.from({ length: 40 }, (_, index) => solve(makeWeeklyWorld(7_000 + index, 0)));
  }, 120_000);

  it('80% intervals contain the true effect for 75% to 85% of the hours', () => {
    const hits = withEffect.flatMap(({ world, answer }) =>
      (answer.hours ?? []).flatMap(({ effect }, hour) => {
        const truth = Math.expm1(world.effects[hour] ?? 0) * 100;
        return effect ? [truth >= effect.low && truth <= effect.high] : [];
      }),
    );

    const share = hits.filter(Boolean).length / hits.length;

    expect(hits.length).toBeGreaterThan(10_000);
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.85);
  });

  it('the first suggestion misses the best hour by under half as much as the best average does', () => {
    const misses = withEffect.flatMap(({ world: { effects, posts }, answer: { suggestions } }) => {
      const [first] = suggestions;
      if (!first) return [];
      const miss = (hour: number) => Math.max(...effects) - (effects[hour] ?? 0);
      return [{ ours: miss(first.weekday * 24 + first.hour), naive: miss(findHighestAverage(posts)) }];
    });

    const sum = (kind: 'ours' | 'naive') => misses.reduce((all, miss) => all + miss[kind], 0);

    expect(misses.length).toBeGreaterThan(withEffect.length / 3);
    expect(sum('ours')).toBeLessThan(sum('naive') / 2);
  });

  it('bases most answers on measured and estimated results', () => {
    const mixed = withEffect.filter(({ answer: { basis } }) => basis.measured > 0 && basis.lifetime > 0);

    expect(mixed.length).toBeGreaterThan(withEffect.length / 2);
  });

  it('suggests an hour to at most one account in ten if hours make no difference', () => {
    const suggested = without.filter(({ answer }) => answer.suggestions.length > 0);

    expect(suggested.length).toBeLessThanOrEqual(without.length / 10);
  });

  it.each([Math.log(0.5), Math.log(2)])(
    'is not misled by a series with better or worse results at its own hour (%d)',
    (seriesEffect) => {
      const suggested = Array.from({ length: 40 }, (_, index) =>
        solve(makeWeeklyWorld(9_000 + index, 0, { seriesEffect })),
      ).filter(({ answer }) => answer.suggestions.length > 0);

      expect(suggested.length).toBeLessThanOrEqual(4);
    },
  );
});

describe('best-time answer', () => {
  const online = Array.from({ length: 168 }, (_, at) => (at === 3 * 24 + 20 ? 900 : 100));

  it('is the first suggestion if one hour is clearly better', () => {
    const posts = daily(140, (index) =>
      post(index % 7, index % 2 ? 19 : 9, (index % 2 ? 200 : 100) + (index % 11) * 4),
    );

    const { answer, suggestions } = toBestTime(posts, online);

    expect(answer).toEqual({ level: 'clear', weekday: suggestions[0]?.weekday, hour: suggestions[0]?.hour });
  });

  it('falls back to online followers if posts are inconclusive, and is unknown without both', () => {
    const same = daily(60, (index) => post(index % 7, index % 24, 100));

    expect(toBestTime(same, online).answer).toEqual({ level: 'followers_online', weekday: 3, hour: 20 });
    expect(toBestTime([], online).answer).toEqual({ level: 'followers_online', weekday: 3, hour: 20 });
    expect(toBestTime(same, null).answer).toBeNull();
    expect(
      toBestTime(
        [],
        Array.from({ length: 168 }, () => null),
      ).answer,
    ).toBeNull();
  });

  it('leans towards the hour with the best results if chance may explain it', () => {
    const noisy = daily(70, (index) =>
      post(index % 7, index % 2 ? 19 : 9, 100 * (1 + ((index * 37) % 11) / 10) * (index % 2 ? 1.12 : 1)),
    );

    const { answer, suggestions } = toBestTime(noisy, null);

    expect(suggestions).toEqual([]);
    expect(answer).toMatchObject({ level: 'leaning' });
    expect(Math.abs((answer?.hour ?? 0) - 19)).toBeLessThan(3);
  });
});

describe('recurring series', () => {
  const weeklyTalk = (index: number) =>
    post(2, 18, 900, { tags: ['#tuesdaytalk', '#all'], publishedAt: new Date(start + index * 7 * day) });
  const others = daily(60, (index) => post(index % 7, 8 + (index % 12), 100 + (index % 13), { tags: ['#all'] }));

  it('is excluded with its hour and number of posts', () => {
    const { series, posts } = toBestTime([...others, ...daily(20, weeklyTalk)], null);

    expect(series).toEqual([{ name: '#tuesdaytalk', weekday: 2, hour: 18, posts: 20 }]);
    expect(posts).toBe(60);
  });

  it('excludes hashtags on all posts, at several hours, or on only a few posts', () => {
    const spread = others.map((one, index) => ({ ...one, tags: index % 3 ? [] : ['#coffee'] }));

    expect(toBestTime([...others, ...daily(4, weeklyTalk)], null).series).toEqual([]);
    expect(toBestTime(spread, null).series).toEqual([]);
    expect(
      toBestTime(
        daily(60, () => post(2, 18, 100, { tags: ['#all'] })),
        null,
      ).series,
    ).toEqual([]);
  });
});

describe('best time to post', () => {
  it('needs 20 posts', () => {
    const few = daily(minPostsForBestTime - 1, (index) => post(index % 7, 18, 100 + index));

    expect(toBestTime(few, null)).toMatchObject({ posts: 19, hours: null, suggestions: [] });
    expect(toBestTime([...few, post(0, 18, 100)], null).hours).toHaveLength(168);
  });

  it('suggests better hours, each with its interval', () => {
    const posts = daily(140, (index) =>
      post(index % 7, index % 2 ? 19 : 9, (index % 2 ? 200 : 100) + (index % 11) * 4),
    );

    const { suggestions } = toBestTime(posts, null);

    expect(suggestions).toHaveLength(3);
    for (const { hour, low, high } of suggestions) {
      expect(Math.abs(hour - 19)).toBeLessThanOrEqual(1);
      expect(low).toBeGreaterThan(10);
      expect(high).toBeLessThan(80);
    }
  });

  it('leaves hours blank without similar posts', () => {
    const { hours } = toBestTime(
      daily(40, (index) => post(1 + (index % 5), 9, 100 + (index % 9))),
      null,
    );

    expect(hours?.[24 + 9]).toMatchObject({ posts: 8, effect: expect.any(Object) });
    expect(hours?.[24 + 21]).toMatchObject({ posts: 0, effect: null });
  });

  it('does not suggest the hour of a single viral post', () => {
    const posts = daily(80, (index) =>
      post(index % 7, 8 + (index % 12), index === 40 ? 1_000_000 : 100 + (index % 13)),
    );

    expect(toBestTime(posts, null).suggestions).toEqual([]);
  });

  it('attributes neither growth nor formats to the hour', () => {
    const growing = daily(120, (index) =>
      post(index % 7, index < 60 ? 9 : 19, 100 * 1.02 ** index * (1 + (index % 5) / 20), {
        publishedAt: new Date(start + index * day),
      }),
    );
    const mixed = daily(120, (index) =>
      post(index % 7, index % 2 ? 19 : 9, (index % 2 ? 500 : 100) * (1 + (index % 5) / 20), {
        format: index % 2 ? 'reel' : 'static',
      }),
    );

    expect(toBestTime(growing, null).suggestions).toEqual([]);
    expect(toBestTime(mixed, null).suggestions).toEqual([]);
  });

  it('finds no effect if all posts perform equally', () => {
    const { hours, suggestions } = toBestTime(
      daily(60, (index) => post(index % 7, index % 24, 100)),
      null,
    );

    expect(suggestions).toEqual([]);
    for (const { effect } of hours ?? []) if (effect) expect(effect.percent).toBeCloseTo(0);
  });

  it('favours hours with more online followers if posts say little', () => {
    const followers: Record<number, number> = { 8: 100, 10: 150, 12: 200, 14: 2_000, 18: 400, 20: 800, 22: 400 };
    const online = Array.from({ length: 168 }, (_, hour) => followers[hour % 24] ?? 200);
    const posts = daily(84, (index) => {
      const hour = [8, 10, 12, 18, 20, 22][index % 6] ?? 8;
      return post(index % 7, hour, (followers[hour] ?? 0) ** 0.5 * (10 + (index % 5)));
    });
    const effectAt = (hour: number, known: (number | null)[] | null) =>
      toBestTime(posts, known).hours?.[hour]?.effect?.percent ?? 0;

    expect(effectAt(14, online)).toBeGreaterThan(effectAt(14, null) + 10);
    expect(
      toBestTime(
        posts,
        Array.from({ length: 168 }, () => null),
      ),
    ).toEqual(toBestTime(posts, null));
  });

  it('returns finite, ordered intervals for any posts, and suggests only hours whose interval is above the average', () => {
    const anyTotal = fc.record({
      ageMinutes: fc.integer({ min: 2 * dayMinutes, max: 182 * dayMinutes }),
      value: fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 1_000_000_000 })),
    });
    const anyPost = fc.record({
      weekday: fc.integer({ min: 0, max: 6 }),
      hour: fc.integer({ min: 0, max: 23 }),
      total: anyTotal,
      curve: fc
        .array(anyTotal, { maxLength: 4 })
        .map((curve) => curve.toSorted((one, other) => one.ageMinutes - other.ageMinutes)),
      format: fc.constantFrom('reel', 'static'),
      tags: fc.subarray(['#one', '#two', 'label']),
      publishedAt: fc.nat({ max: 180 }).map((days) => new Date(start + days * day)),
    });
    fc.assert(
      fc.property(fc.array(anyPost, { minLength: 20, maxLength: 60 }), (posts) => {
        const { hours, suggestions, basis, series } = toBestTime(posts, null);
        const leftOut = series.reduce((sum, one) => sum + one.posts, 0);

        expect(basis.measured + basis.lifetime + leftOut).toBe(posts.length);
        for (const { effect } of hours ?? [])
          if (effect) {
            expect(Number.isFinite(effect.percent)).toBe(true);
            expect(effect.low).toBeLessThanOrEqual(effect.high);
          }
        for (const { low } of suggestions) expect(low).toBeGreaterThan(0);
        if (hours) expect(hours.reduce((sum, hour) => sum + hour.posts, 0) + leftOut).toBe(posts.length);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

function findHighestAverage(posts: readonly CountedPost[]): number {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { weekday, hour, total } of posts) {
    const at = weekday * 24 + hour;
    const { sum, count } = sums.get(at) ?? { sum: 0, count: 0 };
    sums.set(at, { sum: sum + total.value, count: count + 1 });
  }
  const averages = [...sums].map(([at, { sum, count }]) => ({ at, average: sum / count }));
  return averages.toSorted((one, other) => other.average - one.average)[0]?.at ?? 0;
}
