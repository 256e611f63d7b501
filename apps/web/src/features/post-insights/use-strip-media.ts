import type { FilterMode, MediaItem } from '@tidemark/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useFailureToast } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { allFormats, formatOptions, filterByFormat } from '#web/features/posts/index.ts';
import { stripQuery } from './insights.query.ts';

interface StripFilter {
  filterMode: FilterMode;
  /** Null means all formats. */
  format: string | null;
}

/** Loads the strip's media; a failed load leaves the list empty. */
export function useStripMedia({ filterMode, format }: StripFilter) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const query = useInfiniteQuery(stripQuery(accountIds, period, filterMode));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  useFailureToast(error, 'Unabled to retreive media');

  const media = useMemo(
    // Pages may shift between requests, so the same item can arrive twice.
    () => (error ? [] : onceEach(data?.pages.flatMap((page) => page.media) ?? [])),
    [data, error],
  );
  const offered = useMemo(() => filterByFormat(media, format ?? allFormats), [media, format]);
  return {
    offered,
    options: formatOptions(media),
    total: error ? 0 : (data?.pages[0]?.total ?? 0),
    loading: isPending && !error,
    failed: error !== null,
    retry: () => void refetch(),
    isMore: hasNextPage && !error,
    /** Loads the next page, unless it is already loading. */
    more: () => hasNextPage && !isFetchingNextPage && !error && void fetchNextPage(),
  };
}

function onceEach(media: readonly MediaItem[]): MediaItem[] {
  return [...new Map(media.map((item) => [item.mediaId, item])).values()];
}
