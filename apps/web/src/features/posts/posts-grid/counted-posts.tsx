import { postCatalogue, postColumns, type PostMetricName, type PostRow } from '@tidemark/contract';
import { useMemo } from 'react';
import { networkNames, useAccounts, useNetworkMetrics, useSelectedNetwork } from '#web/features/accounts/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { toLabelled, usePostLabels } from '#web/features/labels/index.ts';
import { spanLabel, usePeriod } from '#web/features/periods/index.ts';
import { dateLabel, gridNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { pageSizes } from '../posts-view/use-posts-view.ts';
import { CaptionSearch } from './caption-search.tsx';
import { PostMedia } from './post-media.tsx';
import { PostSummary } from './post-summary.tsx';
import styles from './posts-grid.module.css';
import { toRowId } from './use-post-selection.ts';
import { useExportedPosts } from './use-exported-posts.ts';
import { usePostsList } from './use-posts-list.ts';

type Counted = 'likes' | 'comments' | 'shares' | 'reposts' | 'totalInteractions';

const counted = {
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  reposts: 'reposts',
  total_interactions: 'totalInteractions',
} as const satisfies Partial<Record<PostMetricName, Counted>>;

const isCounted = (metric: PostMetricName): metric is keyof typeof counted => Object.hasOwn(counted, metric);

/** The posts of a network that has only some metrics, with a column for each. */
export function CountedPosts() {
  const period = usePeriod();
  const network = useSelectedNetwork();
  const metrics = useNetworkMetrics();
  const { view, show, rows, total, error, isPending, isFetching, retry } = usePostsList();
  const { accounts } = useAccounts();
  const labels = usePostLabels(useMemo(() => toLabelled(rows), [rows]));
  const title = network ? `${networkNames[network]} Posts` : 'Posts';
  const columns: GridColumn<PostRow, string>[] = [
    {
      field: 'media',
      header: 'Media',
      width: '78px',
      phone: 'lead',
      cell: (row) => <PostMedia row={row} account={accounts.find(({ _id }) => _id === row.accountRef)} />,
    },
    { field: 'post', header: 'Post', phone: 'wide', cell: (row) => <PostSummary row={row} labels={labels} /> },
    {
      field: 'timestamp',
      header: 'Date',
      width: '114px',
      sortable: true,
      cell: ({ timestamp }) => (
        <time dateTime={timestamp} className={styles.date}>
          {dateLabel(timestamp)}
        </time>
      ),
    },
    ...(metrics?.posts ?? []).filter(isCounted).map((metric): GridColumn<PostRow, string> => ({
      field: counted[metric],
      header: postCatalogue[metric].label,
      width: 'clamp(84px, 7vw, 104px)',
      // A phone shows the others beside the caption only.
      phone: metric === 'total_interactions' || metric === 'reposts' ? 'fact' : 'hidden',
      align: 'end',
      sortable: postColumns.some((column) => column === counted[metric]),
      cell: (row) => <span className={styles.figure}>{gridNumber(row[counted[metric]] ?? 0)}</span>,
    })),
  ];
  return (
    <Card
      title={
        <>
          {title} <span className={styles.range}>{spanLabel(period)}</span>
        </>
      }
      sub="Lifetime totals"
      tools={
        <>
          <CaptionSearch query={view.query} onSearch={(query) => show({ query })} />
          <ExportMenu title={title} sections={['posts']} {...useExportedPosts()} chart={[]} />
        </>
      }
      className={styles.card}
    >
      <DataGrid
        label={title}
        columns={columns}
        rows={rows}
        rowId={toRowId}
        rowCount={total}
        paginationModel={view.paginationModel}
        onPaginationModelChange={(paginationModel) => show({ paginationModel })}
        pageSizeOptions={pageSizes}
        sortModel={view.sortModel}
        onSortModelChange={(model) =>
          show({
            sortModel: model.flatMap(({ field, sort }) => {
              const known = postColumns.find((column) => column === field);
              return known ? [{ field: known, sort }] : [];
            }),
          })
        }
        loading={isPending}
        refreshing={isFetching}
        phoneColumns="56px 5.4rem 1fr 1fr"
        minWidth="900px"
        failure={
          error && <EmptyState title="Failed to fetch rows" action={<Button onClick={retry}>Try again</Button>} />
        }
        empty={<EmptyState title={view.query ? 'No posts match this search' : 'No posts in this range'} />}
      />
    </Card>
  );
}
