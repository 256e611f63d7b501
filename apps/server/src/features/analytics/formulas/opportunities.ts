import { fewestPostsToAdvise, type Opportunity } from '@tidemark/contract';

export interface AdviceCell {
  kind: 'reel' | 'story' | 'post';
  /** Of publishing; 0 is Sunday. */
  weekday: number;
  media: number;
  reach: number;
  interactions: number;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** One lucky post makes no weekday. */
const fewestPostsOfADay = 2;

/** What the figures suggest to test. Of fewer posts (or stories) than it takes to see a pattern it says nothing. */
export function toOpportunities(cells: readonly AdviceCell[]): Opportunity[] {
  const posts = cells.filter(({ kind }) => kind !== 'story');
  const stories = cells.filter(({ kind }) => kind === 'story');
  const enough = (some: readonly AdviceCell[]) => sumOf(some).media >= fewestPostsToAdvise;
  return [
    ...(enough(posts) ? [...reelsShare(posts), ...bestDay(posts)] : []),
    ...(enough(stories) ? storyInteractions(stories, cells) : []),
  ];
}

export function countAdvised(cells: readonly AdviceCell[]): { posts: number; stories: number } {
  const stories = sumOf(cells.filter(({ kind }) => kind === 'story')).media;
  return { posts: sumOf(cells).media - stories, stories };
}

function reelsShare(posts: readonly AdviceCell[]): Opportunity[] {
  const all = sumOf(posts);
  const reels = sumOf(posts.filter(({ kind }) => kind === 'reel'));
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

/** The weekday whose posts stir most; silent while none is above the others. */
function bestDay(posts: readonly AdviceCell[]): Opportunity[] {
  const all = sumOf(posts);
  const days = weekdays
    .map((weekday, index) => ({ weekday, ...sumOf(posts.filter((cell) => cell.weekday === index)) }))
    .filter(({ media }) => media >= fewestPostsOfADay);
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

function storyInteractions(stories: readonly AdviceCell[], everything: readonly AdviceCell[]): Opportunity[] {
  const told = sumOf(stories);
  const all = sumOf(everything);
  if (told.reach === 0) return [];
  return [
    {
      kind: 'story_interactions',
      stories: told.media,
      interactions: told.interactions,
      reach: told.reach,
      interactionShare: all.interactions === 0 ? 0 : told.interactions / all.interactions,
      mediaShare: told.media / all.media,
    },
  ];
}

interface Sum {
  media: number;
  reach: number;
  interactions: number;
}

function sumOf(cells: readonly AdviceCell[]): Sum {
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
