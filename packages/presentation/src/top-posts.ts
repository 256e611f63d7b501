import type { NetworkMetrics, PostFormat, ReportPost, ReportSection } from '@tidemark/contract';
import { compactNumber, gridNumber, plural } from './format.ts';

export const postFormatNames: Record<PostFormat, string> = {
  POST: 'Post',
  REEL: 'Reel',
  CAROUSEL: 'Carousel',
  STORY: 'Story',
};

/** Says which posts a report shows, and what their numbers are. */
export function topPostsNote(
  { posts, label }: Pick<Extract<ReportSection, { kind: 'posts' }>, 'posts' | 'label'>,
  metrics: NetworkMetrics | null = null,
): string {
  if (label === null) return 'The label of these posts was deleted. Choose another one.';
  const named = label === undefined ? '' : ` labelled ${label}`;
  if (posts.length === 0)
    return label === undefined ? 'Nothing was published in this range.' : `No posts${named} in this range.`;
  const most = countsViews(metrics) ? `Most-viewed posts${named}` : `Posts${named} with the most interactions`;
  return `${most}, with lifetime totals as of the last sync`;
}

interface PostTotals {
  /** The total by which the posts are ranked, '1,204 views'. */
  first: string;
  others: string[];
}

/** Writes a post's lifetime totals, those that its network counts; '—' for one that it did not report. */
export function topPostTotals(
  { views, reach, interactions }: Pick<ReportPost, 'views' | 'reach' | 'interactions'>,
  metrics: NetworkMetrics | null = null,
): PostTotals {
  const write = (value: number | null, format: (value: number) => string) => (value === null ? '—' : format(value));
  const counted = (format: (value: number) => string) =>
    `${write(interactions, format)} ${plural(interactions ?? 0, 'interaction')}`;
  if (!countsViews(metrics)) return { first: counted(gridNumber), others: [] };
  return {
    first: `${write(views, gridNumber)} ${plural(views ?? 0, 'view')}`,
    others: [`${write(reach, compactNumber)} reached`, counted(compactNumber)],
  };
}

function countsViews(metrics: NetworkMetrics | null): boolean {
  return !metrics || metrics.posts.includes('views');
}
