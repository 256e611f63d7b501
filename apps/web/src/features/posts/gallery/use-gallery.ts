import { galleryMetrics, type GalleryPost, type PostGallery, type PostLabel } from '@tidemark/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNetworkMetrics, useShownAccounts } from '#web/features/accounts/index.ts';
import { useLabelFilter } from '#web/features/labels/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { toMonthRange } from './calendar-month.ts';
import { galleryQuery } from './gallery.query.ts';
import { toPostMetric } from './gallery-copy.ts';
import type { GalleryView } from './gallery-search.ts';
import { type ShowGallery, useGalleryView } from './use-gallery-view.ts';

export interface Gallery {
  /** The URL's view, without a deleted label. */
  view: GalleryView;
  show: ShowGallery;
  labels: readonly PostLabel[];
  /** The calendar's month, YYYY-MM. */
  month: string;
  /** Posts of all loaded pages. */
  posts: readonly GalleryPost[];
  /** Totals and groups; undefined while loading and after a failure. */
  summary: PostGallery | undefined;
  error: Error | null;
  isPending: boolean;
  isRefreshing: boolean;
  isMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** Loads the selected accounts' posts, as the URL filters and sorts them. */
export function useGallery(): Gallery {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const [chosen, show] = useGalleryView();
  const { labels, label } = useLabelFilter(chosen.label);
  const known = useNetworkMetrics()?.posts;
  const metrics = known ? galleryMetrics.filter((metric) => known.includes(toPostMetric(metric))) : galleryMetrics;
  const view = { ...chosen, label, metrics };
  const month = view.month ?? period.to.slice(0, 7);
  const query = useInfiniteQuery(
    galleryQuery(view, accountIds, period, view.layout === 'calendar' ? toMonthRange(month) : null),
  );
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  // Pages may shift between requests, so the same post can arrive twice.
  const posts = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.posts).map((post) => [toPostId(post), post])).values()],
    [data],
  );
  return {
    view,
    show,
    labels,
    month,
    posts,
    summary: error ? undefined : data?.pages.at(-1),
    error,
    isPending: isPending && accountIds.length > 0,
    isRefreshing: isFetching && !isPending && !isFetchingNextPage,
    isMore: hasNextPage && !error,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

/** Includes the account: a collaboration has the same ID in several accounts. */
export function toPostId({ accountId, mediaId }: Pick<GalleryPost, 'accountId' | 'mediaId'>): string {
  return `${accountId} ${mediaId}`;
}
