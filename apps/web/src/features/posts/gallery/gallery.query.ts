import { type AccountId, type EndpointRequest, getPostGallery } from '@tidemark/contract';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { type GalleryView, type PostKey, toMetric } from './gallery-search.ts';

type GalleryBody = EndpointRequest<typeof getPostGallery>['body'];

const postsPerPage = 24;
const maxPageSize = 200;

const toInstants = ({ from, to }: DayRange) => ({ isoStart: startInstant(from), isoEnd: endInstant(to) });

/** Fetches the filtered posts page by page; for the calendar, those of its month. */
export function galleryQuery(view: GalleryView, accountIds: AccountId[], range: DayRange, month: DayRange | null) {
  const { sort, pick, format, label, weekday, hashtag, query, withStories } = view;
  const body: Omit<GalleryBody, 'page'> = {
    accountIds,
    ...toInstants(range),
    timeZone: viewerTimeZone(),
    metric: toMetric(view),
    sort: month
      ? { by: 'published', direction: 'asc' }
      : { by: sort.by === 'published' ? 'published' : 'metric', direction: sort.direction },
    ...(pick && !month && { pick }),
    filters: {
      query,
      withStories,
      ...(format && { format }),
      ...(label && { labelId: label }),
      ...(weekday !== null && { weekday }),
      ...(hashtag && { hashtag }),
    },
    ...(month && { listed: toInstants(month) }),
    pageSize: month ? maxPageSize : postsPerPage,
  };
  return infiniteQueryOptions({
    queryKey: queryKeys.analytics('post-gallery', { ...body, accountIds }),
    initialPageParam: 0,
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal, pageParam }) => call(getPostGallery, { body: { ...body, page: pageParam } }, signal),
    getNextPageParam: ({ posts, total }, pages) =>
      posts.length > 0 && pages.length * body.pageSize < total ? pages.length : undefined,
    placeholderData: keepPreviousFigures(accountIds),
  });
}

/** Fetches the selected posts, whatever the filters. */
export function selectedPostsQuery(
  posts: readonly PostKey[],
  view: GalleryView,
  accountIds: AccountId[],
  range: DayRange,
) {
  const metric = toMetric(view);
  return queryOptions({
    queryKey: queryKeys.analytics('selected-posts', { accountIds, range, metric, posts }),
    queryFn:
      accountIds.length === 0 || posts.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getPostGallery,
              {
                body: {
                  accountIds,
                  ...toInstants(range),
                  timeZone: viewerTimeZone(),
                  metric,
                  sort: { by: 'metric', direction: 'desc' },
                  filters: { query: '', withStories: view.withStories },
                  posts: [...posts],
                  page: 0,
                  pageSize: posts.length,
                },
              },
              signal,
            ),
  });
}
