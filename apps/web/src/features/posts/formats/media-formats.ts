import type { MediaItem, MediaType } from '@tidemark/contract';

export const allFormats = 'All formats';
const alwaysOffered = [allFormats, 'Reels', 'Carousels', 'Stories', 'Static posts'];

const collabs = 'Collabs';
const other = 'Other';

// Keyed by name, not by type: a page that is open during an update may receive formats it does not know.
const filters: Record<string, string> = {
  reel: 'Reels',
  carousel: 'Carousels',
  story: 'Stories',
  image: 'Static posts',
  video: 'Videos',
} satisfies Record<MediaType, string>;

type Format = Pick<MediaItem, 'mediaType' | 'collaborators'>;

/** Returns a media item's filters: a collaboration belongs to its own format and to the collaborations. */
function toFilters({ mediaType, collaborators }: Format): string[] {
  return [filters[mediaType] ?? other, ...(collaborators.length > 0 ? [collabs] : [])];
}

/** Lists the selectable formats: five fixed ones, plus any more in the data. */
export function formatOptions(media: readonly Format[]): string[] {
  return [...new Set([...alwaysOffered, ...media.flatMap(toFilters)])];
}

export function filterByFormat(media: readonly MediaItem[], format: string): MediaItem[] {
  return format === allFormats ? [...media] : media.filter((item) => toFilters(item).includes(format));
}

/** Returns the selected items that still exist. */
export function pruned(selected: ReadonlySet<string>, media: readonly Pick<MediaItem, 'mediaId'>[]): Set<string> {
  const known = new Set(media.map(({ mediaId }) => mediaId));
  return new Set([...selected].filter((id) => known.has(id)));
}
