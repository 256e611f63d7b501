import type { MediaItem } from '@tidemark/contract';

/** Returns the item to highlight: the most interactions in the range. Null if none stands out. */
export function findBest(media: readonly MediaItem[]): string | null {
  const best = media.toSorted(
    (one, other) =>
      (other.metrics.total_interactions ?? 0) - (one.metrics.total_interactions ?? 0) ||
      other.timestamp.localeCompare(one.timestamp) ||
      one.mediaId.localeCompare(other.mediaId),
  )[0];
  return best && (best.metrics.total_interactions ?? 0) > 0 && media.length > 1 ? best.mediaId : null;
}
