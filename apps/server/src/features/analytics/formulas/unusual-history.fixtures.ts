import { measureAges } from './measured-post.fixtures.ts';
import type { CurvedPost } from './post-score.ts';
import type { BandDays, BandMetric } from './unusual-day.ts';
import { createNormal, createRandom } from './random.fixtures.ts';

/** Two years in an account's life, with the events built into it. */
export interface UnusualHistory {
  days: BandDays;
  followers: (number | null)[];
  posts: CurvedPost[];
  /** Places of days with all metrics raised or lowered. */
  dayEvents: number[];
  /** First days in falls, which last one to three days. */
  falls: number[];
  /** Media IDs for raised posts. */
  postEvents: Set<string>;
}

export const historyDays = 730;
const metrics: readonly BandMetric[] = ['views', 'reach', 'interactions'];
const shares: Record<BandMetric, number> = { views: 1, reach: 0.6, interactions: 0.06 };
/** The median absolute deviation for Student's t with four degrees of freedom, in units of a standard deviation. */
const tScale = 1.0986;

/** Sizes the rules promise to find, in robust deviations of the account's own noise. */
const promised = { day: 9, fall: 7, post: 7 };

/**
 * Makes an account with its own size, growth, weekly rhythm and heavy-tailed noise, mostly shared by the metrics. Some
 * days are missing, and once a year a few weeks are.
 */
export function makeUnusualHistory(seed: number): UnusualHistory {
  const random = createRandom(seed);
  const normal = createNormal(random);
  const heavy = () => {
    const squares = normal() ** 2 + normal() ** 2 + normal() ** 2 + normal() ** 2;
    return normal() / Math.sqrt(squares / 4);
  };
  const level = 6.5 + random() * 5;
  const growth = (-0.002 + random() * 0.017) / 7;
  const weekdays = Array.from({ length: 7 }, () => 0.2 * normal());
  const noise = 0.1 + random() * 0.2;
  const ownNoise = 0.4 * noise;
  const isMissing = makeGaps(random);
  const dayEvents = spread(random, { from: 80, apart: 120 }).filter((place) => !isMissing[place]);
  const size = promised.day * tScale * Math.hypot(noise, ownNoise);
  const shared = Array.from({ length: historyDays }, (_, place) => {
    const event = dayEvents.indexOf(place);
    const raised = event === -1 ? 0 : event % 2 === 0 ? size : -size;
    return level + growth * place + (weekdays[place % 7] ?? 0) + noise * heavy() + raised;
  });
  const toValues = (metric: BandMetric) =>
    shared.map((log, place) =>
      isMissing[place] ? null : Math.round(shares[metric] * Math.exp(log + ownNoise * heavy())),
    );
  const [views = [], reach = [], interactions = []] = metrics.map(toValues);
  return {
    days: { views, reach, interactions },
    dayEvents,
    ...makeFollowers({ random, heavy, isMissing }),
    ...makePosts({ random, heavy, level }),
  };
}

/**
 * Returns the same life at a network that counts interactions only: the same days, and 6 % of the posts' views. Each number
 * is counted one by one, which adds the noise of small numbers.
 */
export function keepInteractions({ days, posts, ...rest }: UnusualHistory, seed: number): UnusualHistory {
  const random = createRandom(seed);
  const normal = createNormal(random);
  const unknown = days.views.map(() => null);
  const count = (mean: number) => countRandomly(mean, { random, normal });
  return {
    ...rest,
    days: {
      views: unknown,
      reach: unknown,
      interactions: days.interactions.map((value) => (value === null ? null : count(value))),
    },
    posts: posts.map((post) => {
      let [views, total] = [0, 0];
      const curve = post.curves.views.map(({ ageMinutes, value }) => {
        total += count(Math.max(0, shares.interactions * (value - views)));
        views = value;
        return { ageMinutes, value: total };
      });
      return {
        ...post,
        totals: { views: null, reach: null, total_interactions: total },
        curves: { views: [], reach: [], total_interactions: curve },
      };
    }),
  };
}

/** Returns a number of Poisson's distribution, for large means of the normal one. */
function countRandomly(mean: number, { random, normal }: Record<'random' | 'normal', Random>): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
  let counted = 0;
  for (let left = random(); left > Math.exp(-mean); left *= random()) counted += 1;
  return counted;
}

type Random = () => number;

function makeGaps(random: Random): boolean[] {
  const isMissing = Array.from({ length: historyDays }, () => random() < 0.015);
  for (let year = 0; year < 2; year += 1) {
    const first = Math.floor(year * 365 + random() * 340);
    isMissing.fill(true, first, first + 5 + Math.floor(random() * 16));
  }
  return isMissing;
}

/** Returns random places, on average at least `apart` days from each other and never closer than half that. */
function spread(random: Random, { from, apart }: { from: number; apart: number }): number[] {
  const places: number[] = [];
  for (let place = from; place < historyDays - 10; place += apart)
    places.push(Math.min(historyDays - 10, Math.floor(place + (random() * apart) / 2)));
  return places;
}

function makeFollowers({ random, heavy, isMissing }: { random: Random; heavy: Random; isMissing: boolean[] }) {
  const daily = (-0.1 + random() * 0.8) / 1000;
  const noise = (0.05 + random() * 0.15) / 1000;
  const deviation = Math.max(0.001, noise * Math.sqrt(7) * tScale);
  const falls = spread(random, { from: 114, apart: 160 });
  let exact = 2000 * Math.exp(random() * 5);
  const left = new Map<number, number>();
  for (const place of falls) {
    const days = 1 + Math.floor(random() * 3);
    const size = promised.fall * deviation + Math.max(0, daily * 7);
    for (let day = 0; day < days; day += 1) left.set(place + day, size / days);
  }
  const followers = Array.from({ length: historyDays }, (_, place) => {
    exact *= Math.exp(daily + noise * heavy() - (left.get(place) ?? 0));
    return isMissing[place] ? null : Math.round(exact);
  });
  return { followers, falls };
}

function makePosts({ random, heavy, level }: { random: Random; heavy: Random; level: number }) {
  const perWeek = 2 + random() * 3;
  const noise = 0.2 + random() * 0.35;
  const count = Math.floor((historyDays / 7) * perWeek);
  const postEvents = new Set<string>();
  const posts = Array.from({ length: count }, (_, index): CurvedPost => {
    const mediaId = String(index);
    const isEvent = index > 30 && index % 40 === 20;
    if (isEvent) postEvents.add(mediaId);
    const log = level + noise * heavy() + (isEvent ? promised.post * tScale * noise : 0);
    return measureAges({ mediaId, day: (index * 7) / perWeek, total: Math.exp(log), random });
  });
  return { posts, postEvents };
}
