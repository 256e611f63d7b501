import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { galleryParameters, type GalleryView, toSearch, toView } from './gallery-search.ts';

const nothing = Object.fromEntries(galleryParameters.map((name) => [name, undefined]));

export type ShowGallery = (change: Partial<GalleryView>) => void;

/** Keeps the page's view in the URL, so that a shared link shows the same. */
export function useGalleryView(): [GalleryView, ShowGallery] {
  const written = useSearch({ strict: false, select: (search) => JSON.stringify(toSearch(toView(search))) });
  const view = useMemo(() => toView(JSON.parse(written)), [written]);
  const changeSearch = useChangeSearch();
  const change = useCallback<ShowGallery>(
    (part) => changeSearch((before) => ({ ...nothing, ...toSearch({ ...toView(before), ...part }) })),
    [changeSearch],
  );
  return [view, change];
}
