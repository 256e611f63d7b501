import {
  type GroupDifference,
  minPostsForRecommendations,
  minPostsPerGroup,
  type Opportunity,
} from '@tidemark/contract';
import { type Sample, toDifference, toMeanInterval, toVariance } from './sample.ts';

export interface RecommendationCell {
  kind: 'reel' | 'story' | 'post';
  /** Weekday published; 0 is Sunday. */
  weekday: number;
  media: number;
  reach: number;
  interactions: number;
  /** Sum of each item's squared interactions. */
  squares: number;
  /** Sums over the items' `ln(1 + reach)`, `ln(1 + interactions)` and their squares. */
  reachLogs: number;
  reachLogSquares: number;
  interactionLogs: number;
  interactionLogSquares: number;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/**
 * Standard errors by which a weekday must exceed the rest. Among seven equally good weekdays, one exceeds two by chance
 * for every seventh account.
 */
const minStandardErrors = 2.5;

/** Suggests experiments; none if there are too few posts or stories to see a pattern. */
export function toOpportunities(cells: readonly RecommendationCell[]): Opportunity[] {
  const posts = cells.filter(({ kind }) => kind !== 'story');
  const stories = cells.filter(({ kind }) => kind === 'story');
  const enough = (some: readonly RecommendationCell[]) => sumBy(some).media >= minPostsForRecommendations;
  return [
    ...(enough(posts) ? [...reelsShare(posts), ...bestDay(posts)] : []),
    ...(enough(stories) ? storyInteractions(stories, cells) : []),
  ];
}

export function countBasis(cells: readonly RecommendationCell[]): { posts: number; stories: number } {
  const stories = sumBy(cells.filter(({ kind }) => kind === 'story')).media;
  return { posts: sumBy(cells).media - stories, stories };
}

/**
 * Compares reels with other posts, if there are enough in both groups; none or only reels is an experiment in itself.
 */
function reelsShare(posts: readonly RecommendationCell[]): Opportunity[] {
  const all = sumBy(posts);
  const reels = sumBy(posts.filter(({ kind }) => kind === 'reel'));
  const others = sumBy(posts.filter(({ kind }) => kind !== 'reel'));
  const smaller = Math.min(reels.media, others.media);
  if (all.reach === 0 || (smaller > 0 && smaller < minPostsPerGroup)) return [];
  const difference = smaller === 0 ? null : toDifference(toReachLogs(reels), toReachLogs(others));
  if (difference && !isClear(difference)) return [];
  return [
    {
      kind: 'reels_share',
      posts: all.media,
      reels: reels.media,
      reachShare: reels.reach / all.reach,
      postShare: reels.media / all.media,
      difference,
    },
  ];
}

/** Returns the weekday with the most interactions per post; none unless it exceeds the rest by more than chance. */
function bestDay(posts: readonly RecommendationCell[]): Opportunity[] {
  const all = sumBy(posts);
  const best = weekdays
    .map((weekday, index) => ({
      weekday,
      that: sumBy(posts.filter((cell) => cell.weekday === index)),
      others: sumBy(posts.filter((cell) => cell.weekday !== index)),
    }))
    .toSorted((one, other) => mean(other.that) - mean(one.that))
    .find(({ that, others }) => isClearlyBetter(that, others));
  if (!best) return [];
  const difference = toDifference(toInteractionLogs(best.that), toInteractionLogs(best.others));
  // One post can raise a mean while the typical post is no better.
  if (difference.low <= 0) return [];
  return [
    {
      kind: 'best_day',
      posts: all.media,
      weekday: best.weekday,
      postsThatDay: best.that.media,
      interactionsThatDay: mean(best.that),
      interactionsOtherDays: mean(best.others),
      difference,
    },
  ];
}

function isClearlyBetter(that: Sum, others: Sum): boolean {
  if (Math.min(that.media, others.media) < minPostsPerGroup) return false;
  const advantage = mean(that) - mean(others);
  const standardError = Math.sqrt(variance(that) / that.media + variance(others) / others.media);
  return advantage > 0 && advantage >= minStandardErrors * standardError;
}

function storyInteractions(
  stories: readonly RecommendationCell[],
  everything: readonly RecommendationCell[],
): Opportunity[] {
  const reported = sumBy(stories);
  const all = sumBy(everything);
  if (reported.reach === 0) return [];
  return [
    {
      kind: 'story_interactions',
      stories: reported.media,
      interactions: reported.interactions,
      reach: reported.reach,
      interactionShare: all.interactions === 0 ? 0 : reported.interactions / all.interactions,
      mediaShare: reported.media / all.media,
      perStory: toMeanInterval({ count: reported.media, sum: reported.interactions, squares: reported.squares }),
    },
  ];
}

type Sum = Omit<RecommendationCell, 'kind' | 'weekday'>;

const nothing: Sum = {
  media: 0,
  reach: 0,
  interactions: 0,
  squares: 0,
  reachLogs: 0,
  reachLogSquares: 0,
  interactionLogs: 0,
  interactionLogSquares: 0,
};

function sumBy(cells: readonly RecommendationCell[]): Sum {
  return cells.reduce<Sum>(
    (sum, cell) => ({
      media: sum.media + cell.media,
      reach: sum.reach + cell.reach,
      interactions: sum.interactions + cell.interactions,
      squares: sum.squares + cell.squares,
      reachLogs: sum.reachLogs + cell.reachLogs,
      reachLogSquares: sum.reachLogSquares + cell.reachLogSquares,
      interactionLogs: sum.interactionLogs + cell.interactionLogs,
      interactionLogSquares: sum.interactionLogSquares + cell.interactionLogSquares,
    }),
    nothing,
  );
}

const toReachLogs = ({ media, reachLogs, reachLogSquares }: Sum): Sample => ({
  count: media,
  sum: reachLogs,
  squares: reachLogSquares,
});
const toInteractionLogs = ({ media, interactionLogs, interactionLogSquares }: Sum): Sample => ({
  count: media,
  sum: interactionLogs,
  squares: interactionLogSquares,
});

function isClear({ low, high }: GroupDifference): boolean {
  return low > 0 || high < 0;
}

function mean({ media, interactions }: Sum): number {
  return media === 0 ? 0 : interactions / media;
}

function variance({ media, interactions, squares }: Sum): number {
  return toVariance({ count: media, sum: interactions, squares });
}
