import { postColumns as sortableColumns, type PostColumn } from '@tidemark/contract';
import { useMemo } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { AnnotationsButton } from '#web/features/annotations/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { SelectedPostsBar, toLabelled, usePostLabels } from '#web/features/labels/index.ts';
import { usePeriod, spanLabel, useInstagramToday } from '#web/features/periods/index.ts';
import { dayLabel, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { SortModel } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { EmptyPosts } from './empty-posts.tsx';
import { FormatIcon } from '../format-icon.tsx';
import { postColumns } from './post-columns.tsx';
import { postFormats } from '../post-format.ts';
import styles from './posts-grid.module.css';
import { PostsToolbar } from './posts-toolbar.tsx';
import { postsSub } from './sub-labels.ts';
import { useExportedPosts } from './use-exported-posts.ts';
import { rowsOnPhone, usePhoneRows } from './use-phone-rows.ts';
import { toRowId, usePostSelection } from './use-post-selection.ts';
import { type PostsList, usePostsList } from './use-posts-list.ts';
import { pageSizes } from '../posts-view/use-posts-view.ts';

const PostsGuide = lazyGuide(async () => (await import('./posts-guide.tsx')).PostsGuide);

const skeletonRows = 5;

export function PostsGrid() {
  const period = usePeriod();
  const posts = usePostsList();
  const { view, show, list, labels, total, error, isPending, isFetching, retry } = posts;
  const { isPhone, isShort, rows, canExpand, toggle } = usePhoneRows(posts);
  const columns = usePostColumns(posts);
  const { columns: selectionColumns, mode, ...selection } = usePostSelection({ list, rows, labels });

  return (
    <Card
      title={
        <>
          Instagram Posts <span className={styles.range}>{spanLabel(period)}</span>
        </>
      }
      sub={
        posts.activitySince !== null && period.from < posts.activitySince
          ? `Lifetime totals. Daily activity since ${dayLabel(posts.activitySince)}; before that, all three lists are alike`
          : postsSub
      }
      tools={
        <>
          {/* A phone's header has no room for this button. */}
          {isPhone && <AnnotationsButton />}
          <ExportMenu title="Instagram Posts" sections={['posts']} {...useExportedPosts()} chart={[]} />
          <GuideButton title="Instagram Posts Guide">
            <PostsGuide />
          </GuideButton>
        </>
      }
      className={styles.card}
    >
      <PostsToolbar view={view} show={show} labels={labels} selectionMode={mode} />
      <DataGrid
        label="Instagram Posts"
        columns={[...selectionColumns, ...columns]}
        rows={rows}
        rowId={toRowId}
        rowCount={total}
        paginationModel={view.paginationModel}
        onPaginationModelChange={(paginationModel) => show({ paginationModel })}
        pageSizeOptions={isShort ? undefined : pageSizes}
        sortModel={view.sortModel}
        onSortModelChange={(model) => show({ sortModel: model.flatMap(onlySortable) })}
        loading={isPending}
        skeletonRows={isShort ? rowsOnPhone : skeletonRows}
        phoneColumns="56px 5.4rem 1fr 0.8fr 1.2fr"
        refreshing={isFetching}
        failure={
          error && (
            <EmptyState
              title="Failed to fetch rows"
              why={error.message === 'Failed to fetch rows' ? null : error.message}
              action={<Button onClick={retry}>Try again</Button>}
            />
          )
        }
        empty={<EmptyPosts view={view} show={show} />}
        legend={
          isShort
            ? undefined
            : postFormats.map((format) => (
                <span key={format} className={styles.legend}>
                  <FormatIcon format={format} />
                  {format}
                </span>
              ))
        }
      />
      {selection.posts.length > 0 && <SelectedPostsBar {...selection} />}
      {canExpand && (
        <Button className={styles.all} aria-expanded={!isShort} disabled={isPending} onClick={toggle}>
          {isPending ? 'Show all posts' : isShort ? `Show all ${wholeNumber(total)} posts` : 'Show fewer posts'}
        </Button>
      )}
    </Card>
  );
}

function usePostColumns({ rows }: PostsList) {
  const { accounts } = useAccounts();
  const today = useInstagramToday();
  const labels = usePostLabels(useMemo(() => toLabelled(rows), [rows]));
  return useMemo(
    () => postColumns(new Map(accounts.map((account) => [account._id, account])), today, labels),
    [accounts, today, labels],
  );
}

function onlySortable({ field, sort }: SortModel[number]): SortModel<PostColumn> {
  const known = sortableColumns.find((column) => column === field);
  return known ? [{ field: known, sort }] : [];
}
