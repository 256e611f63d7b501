import type { FilterMode, MediaItem } from '@tidemark/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { allFormats, formatOptions, ofFormat } from '../highlights/media-formats.ts';
import { useFailureToast } from '../use-failure-toast.ts';
import { usePeriod } from '../use-period.ts';
import { stripQuery } from './insights.query.ts';

interface StripFilter {
  filterMode: FilterMode;
  /** Null is all formats. */
  format: string | null;
}

/** The media that the strip offers; a load that failed leaves an empty list. */
export function useStripMedia({ filterMode, format }: StripFilter) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const accountsPending = useAccounts().isPending;
  const query = useInfiniteQuery(stripQuery(accountIds, period, filterMode));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useFailureToast(error, 'Unabled to retreive media');

  const nobody = accountIds.length === 0;
  const media = useMemo(
    // A page may shift while it is read: a media is offered once.
    () => (error || nobody ? [] : onceEach(data?.pages.flatMap((page) => page.media) ?? [])),
    [data, error, nobody],
  );
  const offered = useMemo(() => ofFormat(media, format ?? allFormats), [media, format]);
  return {
    offered,
    options: formatOptions(media),
    total: nobody || error ? 0 : (data?.pages[0]?.total ?? 0),
    loading: nobody ? accountsPending : isPending && !error,
    isMore: hasNextPage && !error,
    /** Asks for the next page, unless it is on its way. */
    more: () => hasNextPage && !isFetchingNextPage && !error && void fetchNextPage(),
  };
}

function onceEach(media: readonly MediaItem[]): MediaItem[] {
  return [...new Map(media.map((item) => [item.mediaId, item])).values()];
}
