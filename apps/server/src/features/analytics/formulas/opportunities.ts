import { minPostsForRecommendations, minPostsPerGroup, type Opportunity } from '@tidemark/contract';

export interface RecommendationCell {
  kind: 'reel' | 'story' | 'post';
  /** Weekday of publication; 0 is Sunday. */
  weekday: number;
  media: number;
  reach: number;
  interactions: number;
  /** The sum of the squares of each item's interactions. */
  squares: number;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/**
 * Standard errors by which a weekday must exceed the others. Among seven weekdays that are equally good, one exceeds two
 * by chance for every seventh account.
 */
const minStandardErrors = 2.5;

/** Experiments that the metrics suggest; none if there are too few posts or stories to see a pattern. */
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

/** Compares reels with other posts, if there are enough of both; none or only reels is an experiment in itself. */
function reelsShare(posts: readonly RecommendationCell[]): Opportunity[] {
  const all = sumBy(posts);
  const reels = sumBy(posts.filter(({ kind }) => kind === 'reel'));
  const smaller = Math.min(reels.media, all.media - reels.media);
  if (all.reach === 0 || (smaller > 0 && smaller < minPostsPerGroup)) return [];
  return [
    {
      kind: 'reels_share',
      posts: all.media,
      reels: reels.media,
      reachShare: reels.reach / all.reach,
      postShare: reels.media / all.media,
    },
  ];
}

/** The weekday with the most interactions per post; none unless it exceeds the others by more than chance. */
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
  return [
    {
      kind: 'best_day',
      posts: all.media,
      weekday: best.weekday,
      postsThatDay: best.that.media,
      interactionsThatDay: mean(best.that),
      interactionsOtherDays: mean(best.others),
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
    },
  ];
}

interface Sum {
  media: number;
  reach: number;
  interactions: number;
  squares: number;
}

function sumBy(cells: readonly RecommendationCell[]): Sum {
  return cells.reduce<Sum>(
    (sum, { media, reach, interactions, squares }) => ({
      media: sum.media + media,
      reach: sum.reach + reach,
      interactions: sum.interactions + interactions,
      squares: sum.squares + squares,
    }),
    { media: 0, reach: 0, interactions: 0, squares: 0 },
  );
}

function mean({ media, interactions }: Sum): number {
  return media === 0 ? 0 : interactions / media;
}

/** Of a sample; rounding may make it slightly negative. */
function variance(sum: Sum): number {
  return sum.media < 2 ? 0 : Math.max(0, (sum.squares - sum.media * mean(sum) ** 2) / (sum.media - 1));
}
