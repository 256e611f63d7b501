import type { PostResult } from './relative-results.ts';

/** Posts of an account, and what the hour of publishing really adds to them. */
export interface WeeklyWorld {
  posts: PostResult[];
  /** Log effect of each hour of the week relative to the average post. */
  effects: number[];
  online: number[] | null;
}

const days = 86_400_000;
const weeks = 26;
const start = Date.parse('2026-05-01T00:00:00Z');
const formatEffects = { reel: 0.6, static: 0, carousel: 0.3 };
const formats = ['reel', 'static', 'carousel'] as const;

/**
 * A world with two peaks a day of random height, width and place, and random weekdays; an account that grows, prefers
 * some hours, and sometimes has a viral post. With strength 0, the hour makes no difference.
 */
export function makeWeeklyWorld(seed: number, strength: number): WeeklyWorld {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const peaks = [0, 1].map(() => ({ hour: random() * 24, width: 2 + random() * 2.5, height: random() }));
  const weekdays = Array.from({ length: 7 }, normal);
  const effect = (weekday: number, hour: number) => {
    const tilt = weekdays[weekday] ?? 0;
    const [first = 0, second = 0] = peaks.map((peak) => {
      const apart = Math.min(Math.abs(hour - peak.hour), 24 - Math.abs(hour - peak.hour));
      return peak.height * Math.exp(-(apart ** 2) / 2 / peak.width ** 2);
    });
    return strength * (first * (1 + 0.3 * tilt) + second + 0.15 * tilt);
  };
  const favourites = Array.from({ length: 3 }, () => Math.floor(7 + random() * 16));
  const noise = 0.5 + random() * 0.4;
  const posts = Array.from({ length: 25 + Math.floor(random() * 200) }, (): PostResult => {
    const hour = Math.floor(random() < 0.6 ? pick(favourites) + Math.round(normal()) + 24 : random() * 24) % 24;
    const weekday = Math.floor(random() * 7);
    const format = pick(formats);
    const age = random() * weeks * 7;
    const viral = random() < 0.03 ? 2.5 : 0;
    const log = 6 + formatEffects[format] + 0.003 * age + effect(weekday, hour) + noise * normal() + viral;
    return {
      weekday,
      hour,
      format,
      publishedAt: new Date(start + age * days),
      interactions: Math.round(Math.exp(log)),
    };
  });
  const average = posts.reduce((sum, { weekday, hour }) => sum + effect(weekday, hour), 0) / posts.length;
  return {
    posts,
    effects: Array.from({ length: 168 }, (_, hour) => effect(Math.floor(hour / 24), hour % 24) - average),
    online:
      seed % 2 === 0
        ? null
        : Array.from({ length: 168 }, (_, hour) =>
            Math.exp(5 + 0.8 * Math.sin((((hour % 24) - 9) / 12) * Math.PI) + 0.1 * normal()),
          ),
  };
}

/** The generator mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
