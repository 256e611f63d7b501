import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { toNormalShare } from './normal-distribution.ts';
import type { RelativeResult, RelativeResults } from './relative-results.ts';

export const hoursOfWeek = 7 * 24;
export interface WeekSlot {
  /** 0 is Sunday. */
  weekday: number;
  hour: number;
}
export const toHourOfWeek = ({ weekday, hour }: WeekSlot) => weekday * 24 + hour;
export const toWeekSlot = (hourOfWeek: number): WeekSlot => ({
  weekday: Math.floor(hourOfWeek / 24),
  hour: hourOfWeek % 24,
});

/** The estimate for one weekly hour, as a mixture of normal distributions of log effects. */
export interface HourEffect {
  /** Posts published in this hour. */
  posts: number;
  /** Posts published in this or a similar hour, weighted by similarity. */
  evidence: number;
  mean: number;
  /** The 10 % and the 90 % quantile. */
  low: number;
  high: number;
  /** The probability that it is better than usual. */
  better: number;
}

/** Shares of the effect due to the hour, the weekday, and their combination. */
const shares = { hour: 0.5, weekday: 0.15, both: 0.35 };
/** Similarity between two different working days, and between Saturday and Sunday. */
const alikeDays = 0.5;
/** Share of the variance explained by the publishing hour: its size, and its prior plausibility. */
const explainedShares = [
  { share: 0.02, weight: 0.25 },
  { share: 0.06, weight: 0.25 },
  { share: 0.14, weight: 0.25 },
  { share: 0.3, weight: 0.2 },
  { share: 0.5, weight: 0.05 },
];
/** Hours over which neighbours share strength. */
const hourScales = [1.5, 3] as const;
const similarities = hourScales.map(toSimilarity);
const [closest] = similarities;
/** Share of the effect that may follow the number of followers online. */
const onlineShare = 0.3;
/** Large enough to stand for an unknown level. */
const levelVariance = 25;
/** Minimum plausibility relative to the best model; others are left out. */
const minModelWeight = 0.01;

interface Cells {
  /** Weekly hours that have posts. */
  hours: number[];
  counts: number[];
  means: number[];
}

/**
 * Estimates for each weekly hour how much better or worse posts published then do, relative to the average post:
 * Gaussian process regression over the week, averaged over strengths and hour scales by how well each explains the
 * results. Followers online shape the expectation without posts.
 * @param online followers online per weekly hour; null if unknown
 */
export function toWeeklyEffects({ results, freedom }: RelativeResults, online: readonly number[] | null): HourEffect[] {
  const cells = toCells(results);
  // Equal results leave no variance to divide by.
  const total = Math.max(1e-6, results.reduce((sum, { value }) => sum + value ** 2, 0) / Math.max(1, freedom));
  const activity = online && toStandardLogs(online);
  const models = similarities.flatMap((similarity) =>
    explainedShares.map(({ share, weight }) =>
      fit({ results, cells, similarity, activity, signal: share * total, noise: (1 - share) * total, prior: weight }),
    ),
  );
  const best = Math.max(...models.map(({ logPosterior }) => logPosterior));
  const plausible = models
    .map((model) => ({ model, weight: Math.exp(model.logPosterior - best) }))
    .filter(({ weight }) => weight > minModelWeight)
    .map(({ model, weight }) => ({ weight, ...toPosterior(model) }));
  const sum = plausible.reduce((all, { weight }) => all + weight, 0);
  const counts = new Map(cells.hours.map((hour, index) => [hour, cells.counts[index] ?? 0]));
  return Array.from({ length: hoursOfWeek }, (_, hour) => {
    const parts = plausible.map(({ weight, means, deviations }) => ({
      weight: weight / sum,
      mean: means[hour] ?? 0,
      deviation: Math.max(1e-9, deviations[hour] ?? 0),
    }));
    return {
      posts: counts.get(hour) ?? 0,
      evidence: cells.hours.reduce(
        (all, other, index) => all + (cells.counts[index] ?? 0) * (closest?.get(hour, other) ?? 0),
        0,
      ),
      mean: parts.reduce((all, { weight, mean }) => all + weight * mean, 0),
      low: toQuantile(parts, 0.1),
      high: toQuantile(parts, 0.9),
      better: 1 - toProbabilityBelow(parts, 0),
    };
  });
}

function toCells(results: readonly RelativeResult[]): Cells {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const result of results) {
    const hour = toHourOfWeek(result);
    const { sum, count } = sums.get(hour) ?? { sum: 0, count: 0 };
    sums.set(hour, { sum: sum + result.value, count: count + 1 });
  }
  const entries = [...sums.entries()];
  return {
    hours: entries.map(([hour]) => hour),
    counts: entries.map(([, { count }]) => count),
    means: entries.map(([, { sum, count }]) => sum / count),
  };
}

function toSimilarity(scale: number): Matrix {
  const similarity = Matrix.zeros(hoursOfWeek, hoursOfWeek);
  for (let one = 0; one < hoursOfWeek; one += 1)
    for (let other = 0; other < hoursOfWeek; other += 1) similarity.set(one, other, compareHours(one, other, scale));
  return similarity;
}

/** Returns the similarity from 0 to 1, the same hour in the week. */
function compareHours(one: number, other: number, scale: number): number {
  const apart = (Math.PI * ((one % 24) - (other % 24))) / 24;
  const hours = Math.exp(-2 * (Math.sin(apart) / ((scale * Math.PI) / 12)) ** 2);
  const [day, otherDay] = [Math.floor(one / 24), Math.floor(other / 24)];
  const days = day === otherDay ? 1 : isWeekend(day) === isWeekend(otherDay) ? alikeDays : 0;
  return shares.hour * hours + shares.weekday * days + shares.both * hours * days;
}

function isWeekend(day: number): boolean {
  return day === 0 || day === 6;
}

interface ModelInput {
  results: readonly RelativeResult[];
  cells: Cells;
  similarity: Matrix;
  activity: number[] | null;
  /** Variance of the effects, and variance between posts published in the same hour. */
  signal: number;
  noise: number;
  prior: number;
}

/** Fits a model to the results; returns it with its log likelihood. */
function fit({ results, cells, similarity, activity, signal, noise, prior }: ModelInput) {
  const { hours, counts, means } = cells;
  const own = activity ? 1 - onlineShare : 1;
  const online = (one: number, other: number) =>
    activity ? onlineShare * ((activity[one] ?? 0) * (activity[other] ?? 0)) : 0;
  const covariance = (one: number, other: number) =>
    signal * (own * similarity.get(one, other) + online(one, other)) + levelVariance;
  const observed = hours.map((one, index) =>
    hours.map((other) => covariance(one, other) + (one === other ? noise / (counts[index] ?? 1) : 0)),
  );
  const cholesky = new CholeskyDecomposition(new Matrix(observed));
  const solvedMeans = cholesky.solve(Matrix.columnVector(means));
  const triangle = cholesky.lowerTriangularMatrix;
  const logDeterminant = hours.reduce((sum, _, index) => sum + 2 * Math.log(triangle.get(index, index)), 0);
  const fitted = means.reduce((sum, mean, index) => sum + mean * solvedMeans.get(index, 0), 0);
  const meanOf = new Map(hours.map((hour, index) => [hour, means[index] ?? 0]));
  // Posts in the same hour differ by noise alone.
  const within = results.reduce(
    (sum, result) => sum + (result.value - (meanOf.get(toHourOfWeek(result)) ?? 0)) ** 2,
    0,
  );
  const logLikelihood =
    -0.5 * (fitted + logDeterminant + within / noise + (results.length - hours.length) * Math.log(noise));
  return { cells, covariance, cholesky, solvedMeans, logPosterior: logLikelihood + Math.log(prior) };
}

/** Returns the mean and standard deviation for each hour's effect relative to the average post. */
function toPosterior({ cells, covariance, cholesky, solvedMeans }: ReturnType<typeof fit>) {
  const { hours, counts } = cells;
  const week = Array.from({ length: hoursOfWeek }, (_, hour) => hour);
  const cross = new Matrix(week.map((hour) => hours.map((other) => covariance(hour, other))));
  const solvedCross = cholesky.solve(cross.transpose());
  const levels = cross.mmul(solvedMeans).to1DArray();
  // Posterior covariance between each hour and each hour that has posts.
  const toObserved = cross.clone().sub(cross.mmul(solvedCross.subMatrixColumn(hours)));
  const posts = counts.reduce((sum, count) => sum + count, 0);
  const average = (pick: (hour: number, index: number) => number) =>
    hours.reduce((sum, hour, index) => sum + ((counts[index] ?? 0) / posts) * pick(hour, index), 0);
  const averageLevel = average((hour) => levels[hour] ?? 0);
  const withAverage = week.map((hour) => average((_, index) => toObserved.get(hour, index)));
  const averageVariance = average((hour) => withAverage[hour] ?? 0);
  return {
    means: levels.map((level) => level - averageLevel),
    deviations: week.map((hour) => {
      const explained = hours.reduce((sum, _, index) => sum + cross.get(hour, index) * solvedCross.get(index, hour), 0);
      const variance = covariance(hour, hour) - explained;
      return Math.sqrt(Math.max(0, variance - 2 * (withAverage[hour] ?? 0) + averageVariance));
    }),
  };
}

/** Returns logs with mean 0 and standard deviation 1. */
function toStandardLogs(online: readonly number[]): number[] | null {
  const logs = online.map((followers) => Math.log1p(followers));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length);
  return deviation > 0 ? logs.map((log) => (log - mean) / deviation) : null;
}

interface Part {
  weight: number;
  mean: number;
  deviation: number;
}

function toProbabilityBelow(parts: readonly Part[], value: number): number {
  return parts.reduce(
    (sum, { weight, mean, deviation }) => sum + weight * toNormalShare((value - mean) / deviation),
    0,
  );
}

function toQuantile(parts: readonly Part[], share: number): number {
  let low = Math.min(...parts.map(({ mean, deviation }) => mean - 4 * deviation));
  let high = Math.max(...parts.map(({ mean, deviation }) => mean + 4 * deviation));
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (toProbabilityBelow(parts, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
