import type { PostLabel, PostRow } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useLabelFilter } from '#web/features/labels/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { pageCount, type PaginationModel } from '#web/ui/data-grid/grid-model.ts';
import { postsQuery } from './posts.query.ts';
import { type PostsView, usePostsView } from '../posts-view/use-posts-view.ts';

export interface PostsList {
  /** The URL's view, without a day outside the range or a deleted label. */
  view: PostsView;
  show: (change: Partial<PostsView>) => void;
  /** Identifies the accounts and the range; null until there are accounts. */
  list: string | null;
  labels: readonly PostLabel[];
  /** Rows of the page. */
  rows: readonly PostRow[];
  total: number;
  activitySince: string | null;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  retry: () => void;
}

const noRows: never[] = [];

/** Loads one page of the selected accounts' posts, as the URL filters and sorts them. */
export function usePostsList(): PostsList {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const [chosen, show] = usePostsView();
  const { labels, label } = useLabelFilter(chosen.label);
  // A day of another range stays in the URL until the range has it again.
  const when = chosen.when && 'day' in chosen.when && !period.days.includes(chosen.when.day) ? null : chosen.when;
  const view = { ...chosen, when, label };

  const { data, error, isPending, isFetching, refetch } = useQuery(postsQuery(view, accountIds, period));
  const list = accountIds.length > 0 ? [accountIds, period.from, period.to].join() : null;
  const total = data?.totalRowCount ?? 0;
  useValidPage({ list, total: data && !isFetching ? total : null, paginationModel: view.paginationModel, show });
  return {
    view,
    show,
    list,
    labels,
    rows: data?.rows ?? noRows,
    total,
    activitySince: data?.activitySince ?? null,
    error,
    isPending,
    isFetching,
    retry: () => void refetch(),
  };
}

interface ValidPageInput extends Pick<PostsList, 'list' | 'show'> {
  /** Null until it is known. */
  total: number | null;
  paginationModel: PaginationModel;
}

/** Corrects the URL: a different list starts on its first page, and no page is past the last one. */
function useValidPage({ list, total, paginationModel: { page, pageSize }, show }: ValidPageInput) {
  const shownList = useRef<string | null>(null);
  useEffect(() => {
    const isOther = list !== null && shownList.current !== null && list !== shownList.current;
    if (list !== null) shownList.current = list;
    const lastPage = total === null ? page : pageCount(total, pageSize) - 1;
    const validPage = isOther ? 0 : Math.min(page, lastPage);
    if (validPage !== page) show({ paginationModel: { page: validPage, pageSize } });
  }, [list, total, page, pageSize, show]);
}
