import type { FormatFilter } from '../posts-view/use-posts-view.ts';

export const formatLabels: Record<FormatFilter, string> = {
  POST: 'Posts',
  REEL: 'Reels',
  CAROUSEL: 'Carousels',
  STORY: 'Stories',
};
