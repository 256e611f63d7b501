import type { AccountMetric, Approximation, Breakdown } from '@tidemark/contract';
import type { Slice } from '#web/ui/charts/donut.tsx';

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
      Posts: 'var(--n1)',
      Reels: 'var(--n2)',
      Stories: 'var(--n3)',
      Carousels: 'var(--n4)',
      Ads: 'var(--n6)',
    },
  },
  follow_type: {
    label: (value) => audiences[value] ?? 'Unknown',
    colors: { Followers: 'var(--n1)', 'Non-followers': 'var(--n2)' },
  },
  interaction_type: {
    label: (value) => interactions[value] ?? 'Unknown',
    colors: {
      Likes: 'var(--e1)',
      Comments: 'var(--e2)',
      Saves: 'var(--e3)',
      Shares: 'var(--e4)',
      Other: 'var(--n5)',
    },
  },
};

const shownOnlyWithValue = new Set(['Ads', 'Other', 'Unknown']);

/** One dimension of a breakdown; kinds with the same label are added up, in the order of their colours. */
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
    .map(([name, value]) => ({ key: name, label: name, value, color: colors[name] ?? 'var(--n5)' }));
}

/** Why the parts of one dimension are approximate, even if their sum is exact; null when they are exact. */
export function approximationBy(dimension: DimensionKey, { breakdowns }: Breakdown): Approximation | null {
  return breakdowns.find(({ dimensionKeys }) => dimensionKeys.includes(dimension))?.approx ?? null;
}

/** The dimension that a metric's donut shows. */
export function donutDimension(metric: AccountMetric): DimensionKey {
  return metric === 'total_interactions' ? 'interaction_type' : 'follow_type';
}

/** The denominator of the parts: the value, or their sum if they overlap and exceed it. */
export function wholeBehind(slices: readonly Slice[], value: number): number {
  return Math.max(
    value,
    slices.reduce((sum, slice) => sum + slice.value, 0),
  );
}

/** Whether people are counted in several parts; a rounding difference does not count. */
export function isOverlapping(slices: readonly Slice[], value: number): boolean {
  return wholeBehind(slices, value) > value * 1.005;
}

/** In whole percent. */
export function shareText(value: number, whole: number): string {
  return `${whole > 0 ? Math.round((value / whole) * 100) : 0}%`;
}
