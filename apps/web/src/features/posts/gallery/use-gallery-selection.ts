import { type GalleryPost, maxPostsToCompare } from '@tidemark/contract';
import { type MouseEvent, useMemo } from 'react';
import { dateLabel } from '#web/platform/format.ts';
import { useToggleRange } from '#web/ui/data-grid/use-toggle-range.ts';
import { formatName, postTitle } from './gallery-copy.ts';
import { type Gallery, toPostId } from './use-gallery.ts';

export interface GallerySelection {
  isSelected: (post: GalleryPost) => boolean;
  onSelect: (posts: readonly GalleryPost[], isSelected: boolean) => void;
  /** Handles a click on a post's checkbox, with Shift for all posts since the last one. */
  toggle: (post: GalleryPost, event: MouseEvent<HTMLInputElement>) => void;
}

/** Keeps up to eight selected posts in the URL. */
export function useGallerySelection({ view: { selected }, show, posts }: Gallery): GallerySelection {
  const ids = useMemo(() => new Set(selected.map(toPostId)), [selected]);

  function onSelect(changed: readonly GalleryPost[], isSelected: boolean) {
    const changedIds = new Set(changed.map(toPostId));
    const kept = selected.filter((post) => !changedIds.has(toPostId(post)));
    const added = isSelected ? changed.map(({ accountId, mediaId }) => ({ accountId, mediaId })) : [];
    show({ selected: [...kept, ...added].slice(0, maxPostsToCompare) });
  }

  const toggle = useToggleRange({ rows: posts, rowId: toPostId, onSelect });
  return { isSelected: (post) => ids.has(toPostId(post)), onSelect, toggle };
}

export function toRowName(post: GalleryPost): string {
  return `${formatName(post.mediaType)} of ${dateLabel(post.timestamp)}: ${postTitle(post)}`;
}
