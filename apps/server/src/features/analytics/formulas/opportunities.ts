import { minPostsForRecommendations, type Opportunity } from '@tidemark/contract';

export interface RecommendationCell {
  kind: 'reel' | 'story' | 'post';
  /** Weekday of publication; 0 is Sunday. */
  weekday: number;
  media: number;
  reach: number;
  interactions: number;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** A single lucky post does not make a good weekday. */
const minPostsPerDay = 2;

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

function reelsShare(posts: readonly RecommendationCell[]): Opportunity[] {
  const all = sumBy(posts);
  const reels = sumBy(posts.filter(({ kind }) => kind === 'reel'));
  if (all.reach === 0) return [];
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

/** The weekday with the highest engagement; none if no weekday is above the others. */
function bestDay(posts: readonly RecommendationCell[]): Opportunity[] {
  const all = sumBy(posts);
  const days = weekdays
    .map((weekday, index) => ({ weekday, ...sumBy(posts.filter((cell) => cell.weekday === index)) }))
    .filter(({ media }) => media >= minPostsPerDay);
  const [best] = days.toSorted((one, other) => mean(other) - mean(one));
  if (!best || days.length < 2 || mean(best) <= mean(all)) return [];
  return [
    {
      kind: 'best_day',
      posts: all.media,
      weekday: best.weekday,
      postsThatDay: best.media,
      interactionsThatDay: mean(best),
      interactionsOverall: mean(all),
    },
  ];
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
}

function sumBy(cells: readonly RecommendationCell[]): Sum {
  return cells.reduce<Sum>(
    (sum, { media, reach, interactions }) => ({
      media: sum.media + media,
      reach: sum.reach + reach,
      interactions: sum.interactions + interactions,
    }),
    { media: 0, reach: 0, interactions: 0 },
  );
}

function mean({ media, interactions }: Sum): number {
  return media === 0 ? 0 : interactions / media;
}
