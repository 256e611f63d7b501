import type { AccountMetric, Breakdown } from '@tidemark/contract';
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
};

const namings: Record<DimensionKey, Naming> = {
  media_product_type: {
    label: (value) => surfaces[value] ?? 'Unknown',
    colors: { Posts: 'var(--n1)', Reels: 'var(--n2)', Stories: 'var(--n3)', Carousels: 'var(--n4)' },
  },
  follow_type: {
    label: (value) => audiences[value] ?? 'Unknown',
    colors: { Followers: 'var(--n1)', 'Non-followers': 'var(--n2)' },
  },
  interaction_type: {
    label: (value) => interactions[value] ?? 'Unknown',
    colors: { Likes: 'var(--e1)', Comments: 'var(--e2)', Saves: 'var(--e3)', Shares: 'var(--e4)' },
  },
};

/** One dimension of a breakdown; kinds that read the same are added up, in the order of their colours. */
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
    .filter(([name, value]) => name !== 'Unknown' || value > 0)
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([name, value]) => ({ key: name, label: name, value, color: colors[name] ?? 'var(--n5)' }));
}

/** Whether the parts of one dimension are approximate, whatever their sum is. */
export function isApproximateBy(dimension: DimensionKey, { breakdowns }: Breakdown): boolean {
  return breakdowns.some(({ dimensionKeys, isApprox }) => isApprox && dimensionKeys.includes(dimension));
}

/** What the donut of a metric tells apart. */
export function donutDimension(metric: AccountMetric): DimensionKey {
  return metric === 'total_interactions' ? 'interaction_type' : 'follow_type';
}

/** Whole percent of the sum of all. */
export function shareText(value: number, slices: readonly Slice[]): string {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  return `${total > 0 ? Math.round((value / total) * 100) : 0}%`;
}
