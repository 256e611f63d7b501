import type { AgedValue } from './life-curve.ts';
import type { CountedPost } from './results-at-48-hours.ts';
import { createNormal, createRandom } from './random.fixtures.ts';

/** An account's posts, and the true effect of their publishing hour. */
export interface WeeklyWorld {
  posts: CountedPost[];
  /** Each weekly hour's log effect on interactions at 48 hours, relative to the average post. */
  effects: number[];
  online: number[] | null;
}

const days = 86_400_000;
const weeks = 26;
const start = Date.parse('2026-05-01T00:00:00Z');
const formatEffects = { reel: 0.6, static: 0, carousel: 0.3 };
const formats = ['reel', 'static', 'carousel'] as const;
/** Log growth after 48 hours: reels go on being shown. */
const lateGrowth = { reel: 1.1, static: 0.1, carousel: 0.3 };
const dayMinutes = 24 * 60;
/** Ages in days at the measurements in between. */
const measuredDays = [0.25, 0.5, 1, 1.9, 2.6, ...Array.from({ length: 27 }, (_, index) => index + 3.4)];

/**
 * Makes a world with two daily peaks with random height, width and place, and random weekdays; an account that grows,
 * prefers some hours, and sometimes has a viral post. With strength 0, the hour makes no difference. Reels gain most
 * interactions late; posts from before the account was linked have no measurements at 48 hours, and neither do some
 * others.
 * @param options.seriesEffect the log effect of a weekly series at its own hour, which is added to the posts
 */
export function makeWeeklyWorld(
  seed: number,
  strength: number,
  { seriesEffect }: { seriesEffect?: number } = {},
): WeeklyWorld {
  const random = createRandom(seed);
  const normal = createNormal(random);
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
  const linkedAfterDays = random() * (weeks + 8) * 7;
  const makePost = (slot?: { weekday: number; hour: number; effect: number }): CountedPost => {
    const hour =
      slot?.hour ?? Math.floor(random() < 0.6 ? pick(favourites) + Math.round(normal()) + 24 : random() * 24) % 24;
    const weekday = slot?.weekday ?? Math.floor(random() * 7);
    const format = pick(formats);
    const published = random() * (weeks * 7 - 2);
    const ageDays = weeks * 7 - published;
    const viral = random() < 0.03 ? 2.5 : 0;
    const log =
      6 +
      formatEffects[format] +
      0.003 * published +
      effect(weekday, hour) +
      noise * normal() +
      viral +
      (slot?.effect ?? 0);
    const late = lateGrowth[format] * Math.exp(0.3 * normal());
    const at = (days: number): AgedValue => ({
      ageMinutes: Math.round(days * dayMinutes),
      value: Math.round(Math.exp(log + toGrowth(days, late))),
    });
    const isMissed = random() < 0.15;
    return {
      weekday,
      hour,
      format,
      tags: slot ? ['#series'] : [],
      publishedAt: new Date(start + published * days),
      total: at(ageDays),
      curve: measuredDays
        .filter((age) => age <= ageDays && published + age >= linkedAfterDays && !(isMissed && age < 6))
        .map(at),
    };
  };
  const posts = Array.from({ length: 25 + Math.floor(random() * 200) }, () => makePost());
  if (seriesEffect !== undefined) {
    const slot = { weekday: Math.floor(random() * 7), hour: Math.floor(7 + random() * 16), effect: seriesEffect };
    posts.push(...Array.from({ length: 12 + Math.floor(random() * 14) }, () => makePost(slot)));
  }
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

/** Returns the log of interactions at an age relative to 48 hours; `late` is the final growth. */
function toGrowth(ageDays: number, late: number): number {
  return ageDays < 2 ? 0.5 * Math.log(ageDays / 2) : late * (1 - Math.exp((2 - ageDays) / 10));
}
