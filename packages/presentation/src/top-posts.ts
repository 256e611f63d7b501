import type { PostFormat, ReportSection } from '@tidemark/contract';

export const postFormatNames: Record<PostFormat, string> = {
  POST: 'Post',
  REEL: 'Reel',
  CAROUSEL: 'Carousel',
  STORY: 'Story',
};

/** Says which posts a report shows, and what their numbers are. */
export function topPostsNote({ posts, label }: Pick<Extract<ReportSection, { kind: 'posts' }>, 'posts' | 'label'>) {
  if (label === null) return 'The label of these posts was deleted. Choose another one.';
  const named = label === undefined ? '' : ` labelled ${label}`;
  if (posts.length === 0)
    return label === undefined ? 'Nothing was published in this range.' : `No posts${named} in this range.`;
  return `Most-viewed posts${named}, with lifetime totals as of the last sync`;
}
