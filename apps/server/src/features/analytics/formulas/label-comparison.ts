import {
  dayMillis,
  type LabelComparison,
  type LabelMetric,
  minPostsWithLabel,
  type PostGroup,
} from '@tidemark/contract';
import { compareRanks, correctByHolm, type RankComparison } from './rank-comparison.ts';

/** A post that is old enough, with its value for a metric; null if Instagram does not report it. */
export interface ComparedPost {
  accountId: string;
  format: string;
  publishedAt: Date;
  lifetime: number | null;
  /** Value at seven days; null if the post was not measured then. */
  atSevenDays: number | null;
  labelIds: readonly string[];
}

interface Question {
  metric: LabelMetric;
  /** True if the label is about formats, so that either all posts in a format have it or none. */
  isAboutFormats: boolean;
}

interface GroupedPost {
  post: ComparedPost;
  isLabelled: boolean;
  value: number;
}

interface StratifiedPost extends GroupedPost {
  stratum: string;
}

/** Posts are compared within the same four weeks, or within the same quarter if that would leave out too many. */
const comparedSpans = [28, 91];
/** Posts from the same week may share a cause, such as a campaign or a good week for the account. */
const blockDays = 7;
const minComparedShare = 0.8;

/**
 * Compares posts with each label to posts without it.
 * @param choices the number of independent metrics the user can look at; p is corrected for them and the number of
 * labels
 */
export function compareByLabel(
  posts: readonly ComparedPost[],
  labels: readonly { id: string; isAboutFormats: boolean }[],
  { metric, choices }: { metric: LabelMetric; choices: number },
): (LabelComparison & { labelId: string })[] {
  const comparisons = labels.map(({ id, isAboutFormats }) => ({
    labelId: id,
    ...compareGroups(posts, ({ labelIds }) => labelIds.includes(id), { metric, isAboutFormats }),
  }));
  const tested = comparisons.filter(({ p }) => p !== null);
  const corrected = correctByHolm(tested.map(({ p }) => p ?? 1));
  return comparisons.map((comparison) => {
    const place = tested.indexOf(comparison);
    return { ...comparison, adjustedP: place < 0 ? null : Math.min(1, (corrected[place] ?? 1) * choices) };
  });
}

/**
 * Compares posts that meet the condition with similar posts that don't: from the same account and format, at a
 * comparable age, and from the same weeks, so that neither formats nor account growth matter.
 */
export function compareGroups(
  posts: readonly ComparedPost[],
  isLabelled: (post: ComparedPost) => boolean,
  { metric, isAboutFormats }: Question,
): LabelComparison {
  const grouped = posts.map((post) => ({ post, isLabelled: isLabelled(post) }));
  const { age, known } = toComparableAge(grouped);
  const latest = Math.max(...known.map(({ post }) => post.publishedAt.getTime()));
  const toSpan = ({ publishedAt }: ComparedPost, days: number) =>
    Math.floor((latest - publishedAt.getTime()) / dayMillis / days);
  const stratify = (days: number) =>
    listComparable(known, (post) =>
      [post.accountId, isAboutFormats && post.format !== 'story' ? 'any' : post.format, toSpan(post, days)].join(),
    );
  const rank = (some: readonly StratifiedPost[]) =>
    hasEnough(some)
      ? compareRanks(
          some.map((one) => ({
            ...one,
            block: `${one.post.accountId} ${toSpan(one.post, blockDays)}`,
            value: Math.log(one.value + offsets[metric]),
          })),
        )
      : null;
  const byRange = stratify(Infinity);
  const attempts = comparedSpans.map((days) => {
    const posts = stratify(days);
    const isComplete = countLabelled(posts) >= minComparedShare * countLabelled(byRange);
    return { days, compared: posts, result: isComplete ? rank(posts) : null };
  });
  const { days, compared, result } = attempts.find((attempt) => attempt.result) ?? {
    days: null,
    compared: byRange,
    result: rank(byRange),
  };
  const labelled = compared.filter((one) => one.isLabelled);
  return {
    labelled: toGroup(labelled, result),
    others: toGroup(
      compared.filter((one) => !one.isLabelled),
      result,
      toWeights(compared),
    ),
    leftOut: countLabelled(grouped) - labelled.length,
    basis: { formats: isAboutFormats ? 'any' : 'same', days, age },
    ratio: result && { value: Math.exp(result.shift), low: Math.exp(result.low), high: Math.exp(result.high) },
    p: result && result.p,
    adjustedP: result && result.p,
  };
}

/** Added before taking logs, because there are posts without likes. */
const offsets: Record<LabelMetric, number> = {
  total_interactions: 1,
  reach: 1,
  views: 1,
  likes: 1,
  comments: 1,
  saved: 1,
  shares: 1,
  engagement_rate: 0.1,
};

/**
 * Returns totals at seven days if at least half the posts in each group were measured then, otherwise lifetime totals.
 */
function toComparableAge(posts: readonly Omit<GroupedPost, 'value'>[]): {
  age: LabelComparison['basis']['age'];
  known: GroupedPost[];
} {
  const pick = (field: 'lifetime' | 'atSevenDays') =>
    posts.flatMap((one): GroupedPost[] => {
      const value = one.post[field];
      return value === null ? [] : [{ ...one, value }];
    });
  const [measured, all] = [pick('atSevenDays'), pick('lifetime')];
  const isMeasured = [true, false].every((isLabelled) => {
    const count = (some: readonly GroupedPost[]) => some.filter((one) => one.isLabelled === isLabelled).length;
    return count(measured) >= minPostsWithLabel && count(measured) * 2 >= count(all);
  });
  return isMeasured ? { age: 'seven_days', known: measured } : { age: 'lifetime', known: all };
}

/** Lists posts in strata that have both kinds. */
function listComparable(posts: readonly GroupedPost[], toStratum: (post: ComparedPost) => string): StratifiedPost[] {
  const strata = Map.groupBy(
    posts.map((one) => ({ ...one, stratum: toStratum(one.post) })),
    ({ stratum }) => stratum,
  );
  return [...strata.values()].flatMap((members) =>
    new Set(members.map(({ isLabelled }) => isLabelled)).size === 2 ? members : [],
  );
}

function hasEnough(posts: readonly GroupedPost[]): boolean {
  const labelled = countLabelled(posts);
  return Math.min(labelled, posts.length - labelled) >= minPostsWithLabel;
}

function countLabelled(posts: readonly { isLabelled: boolean }[]): number {
  return posts.filter(({ isLabelled }) => isLabelled).length;
}

/** Weights posts without the label so that each stratum has the same share as among labelled posts. */
function toWeights(posts: readonly StratifiedPost[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(posts, ({ stratum }) => stratum)].map(([stratum, members]) => {
      const labelled = countLabelled(members);
      return [stratum, labelled / Math.max(1, members.length - labelled)];
    }),
  );
}

function toGroup(
  posts: readonly StratifiedPost[],
  result: RankComparison | null,
  weights?: ReadonlyMap<string, number>,
): PostGroup {
  const weighted = posts
    .map(({ value, stratum }) => ({ value, weight: weights?.get(stratum) ?? 1 }))
    .sort((one, other) => one.value - other.value);
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => toWeightedQuantile(weighted, share));
  return { posts: posts.length, spread: result && { low: low ?? 0, median: median ?? 0, high: high ?? 0 } };
}

/** Interpolates the quantile between two values; each value stands in the middle of its weight. */
function toWeightedQuantile(sorted: readonly { value: number; weight: number }[], share: number): number {
  const target = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let [passed, before] = [0, { at: 0, value: sorted[0]?.value ?? 0 }];
  for (const { value, weight } of sorted) {
    const at = passed + weight / 2;
    if (at >= target)
      return before.value + ((value - before.value) * (target - before.at)) / Math.max(at - before.at, 1e-12);
    passed += weight;
    before = { at, value };
  }
  return before.value;
}
