import type { MediaItem, MediaType } from '@tidemark/contract';

export const allFormats = 'All formats';
const alwaysOffered = [allFormats, 'Reels', 'Carousels', 'Stories', 'Static posts'];

const filters: Record<MediaType, string> = {
  reel: 'Reels',
  carousel: 'Carousels',
  story: 'Stories',
  image: 'Static posts',
  video: 'Videos',
};
const labels: Record<MediaType, string> = {
  reel: 'Reel',
  carousel: 'Carousel',
  story: 'Story',
  image: 'Static',
  video: 'Video',
};

export function toFilter({ mediaType }: Pick<MediaItem, 'mediaType'>): string {
  return filters[mediaType];
}

/** One of Reel, Video, Carousel, Story, Static; `Collab` is shown separately because it is not a format. */
export function formatLabel({ mediaType }: Pick<MediaItem, 'mediaType'>): string {
  return labels[mediaType];
}

/** The selectable formats: five fixed ones, and any others in the data. */
export function formatOptions(media: readonly Pick<MediaItem, 'mediaType'>[]): string[] {
  return [...new Set([...alwaysOffered, ...media.map(toFilter)])];
}

export function ofFormat(media: readonly MediaItem[], format: string): MediaItem[] {
  return format === allFormats ? [...media] : media.filter((item) => toFilter(item) === format);
}

/** The selected items that still exist. */
export function pruned(selected: ReadonlySet<string>, media: readonly Pick<MediaItem, 'mediaId'>[]): Set<string> {
  const known = new Set(media.map(({ mediaId }) => mediaId));
  return new Set([...selected].filter((id) => known.has(id)));
}
