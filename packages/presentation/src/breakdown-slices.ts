import type { AccountMetric, Approximation, Breakdown } from '@tidemark/contract';
import { audienceColors, formatColors, interactionColors, otherColor } from './colors.ts';
import type { Slice } from './donut-paths.ts';

type DimensionKey = Breakdown['breakdowns'][number]['dimensionKeys'][number];

interface Naming {
  label: (value: string) => string;
  colors: Record<string, string>;
}

const surfaces: Record<string, string> = {
  FEED: 'Posts',
  POST: 'Posts',
  REELS: 'Reels',
  REEL: 'Reels',
  STORIES: 'Stories',
  STORY: 'Stories',
  CAROUSEL_CONTAINER: 'Carousels',
  AD: 'Ads',
};
const audiences: Record<string, string> = { FOLLOWER: 'Followers', NON_FOLLOWER: 'Non-followers' };
const interactions: Record<string, string> = {
  LIKE: 'Likes',
  LIKES: 'Likes',
  COMMENT: 'Comments',
  COMMENTS: 'Comments',
  SAVE: 'Saves',
  SAVES: 'Saves',
  SHARE: 'Shares',
  SHARES: 'Shares',
  OTHER: 'Other',
};

const namings: Record<DimensionKey, Naming> = {
  media_product_type: {
    label: (value) => surfaces[value] ?? 'Unknown',
    colors: {
      Reels: formatColors.reel,
      Posts: formatColors.post,
      Carousels: formatColors.carousel,
      Stories: formatColors.story,
      Ads: otherColor,
    },
  },
  follow_type: {
    label: (value) => audiences[value] ?? 'Unknown',
    colors: { Followers: audienceColors.followers, 'Non-followers': audienceColors.nonFollowers },
  },
  interaction_type: {
    label: (value) => interactions[value] ?? 'Unknown',
    colors: {
      Likes: interactionColors.likes,
      Comments: interactionColors.comments,
      Saves: interactionColors.saves,
      Shares: interactionColors.shares,
      Other: otherColor,
    },
  },
};

const shownOnlyWithValue = new Set(['Ads', 'Other', 'Unknown']);

/** Returns one dimension of a breakdown, in colour order; kinds with the same label are added up. */
export function slicesBy(dimension: DimensionKey, { breakdowns }: Breakdown): Slice[] {
  const table = breakdowns.find(({ dimensionKeys }) => dimensionKeys.includes(dimension));
  const place = table?.dimensionKeys.indexOf(dimension) ?? 0;
  const { label, colors } = namings[dimension];
  const sums = new Map<string, number>();
  for (const { value, dimensionValues } of table?.results ?? []) {
    const name = label(dimensionValues[place] ?? '');
    sums.set(name, (sums.get(name) ?? 0) + value);
  }
  const order = [...Object.keys(colors), 'Unknown'];
  return [...sums]
    .filter(([name, value]) => value > 0 || !shownOnlyWithValue.has(name))
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([name, value]) => ({ key: name, label: name, value, color: colors[name] ?? otherColor }));
}

/** Returns why one dimension's parts are approximate, even if their sum is exact; null if they are exact. */
export function approximationBy(dimension: DimensionKey, { breakdowns }: Breakdown): Approximation | null {
  return breakdowns.find(({ dimensionKeys }) => dimensionKeys.includes(dimension))?.approx ?? null;
}

/** Returns the dimension that a metric's donut shows. */
export function donutDimension(metric: AccountMetric): DimensionKey {
  return metric === 'total_interactions' ? 'interaction_type' : 'follow_type';
}

/** Returns the denominator for the parts: the value, or their sum if they overlap and exceed it. */
export function wholeBehind(slices: readonly Slice[], value: number): number {
  return Math.max(
    value,
    slices.reduce((sum, slice) => sum + slice.value, 0),
  );
}

/** True if people are counted in several parts; a rounding difference does not count. */
export function isOverlapping(slices: readonly Slice[], value: number): boolean {
  return wholeBehind(slices, value) > value * 1.005;
}

/** Returns a bar's width in percent of the largest: at least 5, so that every part with a value is visible. */
export function shareOf(value: number, largest: number): number {
  return value <= 0 || largest <= 0 ? 0 : Math.max(5, (value / largest) * 100);
}

/** Formats a share as a whole percentage; '<1%' for less than that but more than nothing. */
export function shareText(value: number, whole: number): string {
  const percent = whole > 0 ? (value / whole) * 100 : 0;
  return percent > 0 && percent < 0.5 ? '<1%' : `${Math.round(percent)}%`;
}
