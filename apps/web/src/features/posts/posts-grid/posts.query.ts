import { type AccountId, type FilterMode, type PostColumn, queryPosts } from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { keepPreviousFigures } from '#web/features/metrics/index.ts';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import type { PaginationModel, SortModel } from '#web/ui/data-grid/grid-model.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { toBlocks, type When } from '../posts-view/published-when.ts';
import type { FormatFilter } from '../posts-view/use-posts-view.ts';

interface PostsRequest {
  paginationModel: PaginationModel;
  sortModel: SortModel<PostColumn>;
  query: string;
  filterMode: FilterMode;
  format: FormatFilter | null;
  when: When | null;
  label: string | null;
}

export function postsQuery(request: PostsRequest, accountIds: AccountId[], { from, to }: DayRange) {
  const { paginationModel, sortModel, query, filterMode, format, when, label } = request;
  const blocks = when && 'weekday' in when ? toBlocks(when) : null;
  const range = when && 'day' in when ? { from: when.day, to: when.day } : { from, to };
  return queryOptions({
    queryKey: queryKeys.analytics('posts', { accountIds, from, to, ...request }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              queryPosts,
              {
                body: {
                  grid: {
                    paginationModel,
                    sortModel,
                    ...(format && { filterModel: { items: [{ field: 'format', operator: 'is', value: format }] } }),
                  },
                  filters: {
                    query,
                    filterMode,
                    isoStart: startInstant(range.from),
                    isoEnd: endInstant(range.to),
                    timeZone: viewerTimeZone(),
                    ...(blocks && { publishedIn: blocks }),
                    ...(label && { labelId: label }),
                  },
                  platform: 'instagram',
                  accountIds,
                },
              },
              signal,
            ),
    placeholderData: keepPreviousFigures(accountIds),
  });
}
