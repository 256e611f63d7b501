import { median } from './sample.ts';

/** A post with its result: interactions at 48 hours, and when it was published. */
export interface PostResult {
  /** 0 is Sunday, in the requested zone. */
  weekday: number;
  hour: number;
  publishedAt: Date;
  format: string;
  interactions: number;
  /** True if measured around 48 hours, false if estimated from a later total. */
  isMeasured: boolean;
}

export interface RelativeResults {
  results: RelativeResult[];
  /** Degrees of freedom left in the results. */
  freedom: number;
}

export interface RelativeResult {
  weekday: number;
  hour: number;
  /** Log of the interactions relative to the account's usual for this format at that time; 0 is usual. */
  value: number;
}

/** Robust standard deviations at which a result is capped: one viral post says nothing about hours. */
const maxDeviations = 2.5;
/** Scales the median absolute deviation to estimate a normal distribution's standard deviation. */
const madScale = 1.4826;

/**
 * Returns results relative to what is usual: without the differences between formats, between measured and estimated
 * results, and without the account's growth, all by least squares on the log of interactions. Extreme results are
 * limited.
 */
export function toRelativeResults(posts: readonly PostResult[]): RelativeResults {
  const logs = posts.map(({ interactions }) => Math.log1p(Math.max(0, interactions)));
  const times = posts.map(({ publishedAt }) => publishedAt.getTime());
  const withoutGroup = (values: number[]) => subtractGroupMeans(values, posts);
  const [results, ages] = [withoutGroup(logs), withoutGroup(times)];
  const spread = sumOf(ages, (age) => age * age);
  const slope = spread > 0 ? sumOf(ages, (age, index) => age * (results[index] ?? 0)) / spread : 0;
  const residuals = results.map((value, index) => value - slope * (ages[index] ?? 0));
  const middle = median(residuals);
  const limit = maxDeviations * madScale * median(residuals.map((value) => Math.abs(value - middle)));
  const limited =
    limit > 0 ? residuals.map((value) => Math.min(middle + limit, Math.max(middle - limit, value))) : residuals;
  const mean = sumOf(limited, (value) => value) / limited.length;
  return {
    results: posts.map(({ weekday, hour }, index) => ({ weekday, hour, value: (limited[index] ?? 0) - mean })),
    // Minus one for each group's mean, and one for growth.
    freedom: posts.length - new Set(posts.map(toGroup)).size - 1,
  };
}

function subtractGroupMeans(values: number[], posts: readonly PostResult[]): number[] {
  const groups = new Map<string, { sum: number; count: number }>();
  for (const [index, post] of posts.entries()) {
    const { sum, count } = groups.get(toGroup(post)) ?? { sum: 0, count: 0 };
    groups.set(toGroup(post), { sum: sum + (values[index] ?? 0), count: count + 1 });
  }
  return posts.map((post, index) => {
    const { sum, count } = groups.get(toGroup(post)) ?? { sum: 0, count: 1 };
    return (values[index] ?? 0) - sum / count;
  });
}

function toGroup({ format, isMeasured }: PostResult): string {
  return `${format} ${isMeasured}`;
}

function sumOf(values: number[], pick: (value: number, index: number) => number): number {
  return values.reduce((sum, value, index) => sum + pick(value, index), 0);
}
