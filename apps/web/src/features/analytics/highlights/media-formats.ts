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

export function filterOf({ mediaType }: Pick<MediaItem, 'mediaType'>): string {
  return filters[mediaType];
}

/** One of Reel, Video, Carousel, Story, Static; `Collab` stands beside it, for it is no format of its own. */
export function formatLabel({ mediaType }: Pick<MediaItem, 'mediaType'>): string {
  return labels[mediaType];
}

/** The formats that can be chosen: five always, and what else is found in the data. */
export function formatOptions(media: readonly Pick<MediaItem, 'mediaType'>[]): string[] {
  return [...new Set([...alwaysOffered, ...media.map(filterOf)])];
}

export function ofFormat(media: readonly MediaItem[], format: string): MediaItem[] {
  return format === allFormats ? [...media] : media.filter((item) => filterOf(item) === format);
}

/** What of a selection still exists. */
export function pruned(selected: ReadonlySet<string>, media: readonly Pick<MediaItem, 'mediaId'>[]): Set<string> {
  const known = new Set(media.map(({ mediaId }) => mediaId));
  return new Set([...selected].filter((id) => known.has(id)));
}
