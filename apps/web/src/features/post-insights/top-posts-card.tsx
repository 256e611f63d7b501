import type { MeasuredMedia } from '@tidemark/contract';
import { formatText } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFirstSyncNote, ApproximateDot } from '#web/features/metrics/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { FormatSign, PostPicture } from '#web/features/posts/index.ts';
import { dateLabel, percent, wholeNumber } from '#web/platform/format.ts';
import { mediaName } from '#web/platform/media-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn, SortModel } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PanelGuide } from './insights-card.tsx';
import { InsightsExport } from './insights-export.tsx';
import styles from './post-insights.module.css';
import grid from './top-posts.module.css';
import type { Insights } from './use-insights.ts';

type Field = 'format' | 'post' | 'reach' | 'views' | 'interactions' | 'engagement';

const pageSizes = [5, 10, 50, 100];

/** Each value has its dot; keyboard users find the reasons once per row, at its reach. */
function Figure({ text, row, isStop = false }: { text: string; row: MeasuredMedia; isStop?: boolean }) {
  return (
    <span className={grid.cell}>
      {text} <ApproximateDot approx={row.approx} format={null} small passive={!isStop} />
    </span>
  );
}
const count = (value: number | null) => (value === null ? '–' : wholeNumber(value));

const columns: GridColumn<MeasuredMedia, Field>[] = [
  {
    field: 'format',
    header: 'Format',
    width: 'var(--format)',
    sortable: true,
    sortValue: (row) => formatText(row),
    cell: (row) => (
      <span className={grid.format} title={formatText(row)}>
        <FormatSign mediaType={row.mediaType} /> <span className={grid.formatName}>{formatText(row)}</span>
      </span>
    ),
  },
  { field: 'post', header: 'Post', phone: 'wide', cell: (row) => <Post row={row} /> },
  {
    field: 'reach',
    header: 'Reach',
    width: 'var(--count)',
    sortable: true,
    sortValue: ({ reach }) => reach,
    cell: (row) => <Figure text={count(row.reach)} row={row} isStop />,
  },
  {
    field: 'views',
    header: 'Views',
    width: 'var(--count)',
    sortable: true,
    sortValue: ({ views }) => views,
    cell: (row) => <Figure text={count(row.views)} row={row} />,
  },
  {
    field: 'interactions',
    header: 'Interactions',
    width: '108px',
    sortable: true,
    sortValue: (row) => row.total_interactions,
    cell: (row) => <Figure text={count(row.total_interactions)} row={row} />,
  },
  {
    field: 'engagement',
    header: 'Engagement',
    width: 'var(--rate)',
    sortable: true,
    description: 'Interactions per hundred accounts reached',
    sortValue: (row) => row.engagement_rate,
    cell: (row) => <Figure text={percent(row.engagement_rate)} row={row} />,
  },
];

export function TopPostsCard({ aggregate, loading, refreshing, failed, retry }: Insights) {
  const note = useFirstSyncNote();
  const rows = useMemo(() => aggregate?.mediaMetrics ?? [], [aggregate]);
  const [sort, setSort] = useState<SortModel<Field>>([{ field: 'interactions', sort: 'desc' }]);
  return (
    <Card
      title="Top Performing Posts"
      sub="Results in this range"
      tools={
        <>
          {rows.length > 0 && <InsightsExport panel="top-posts" title="Top Performing Posts" />}
          <PanelGuide panel="top-posts" title="Top Performing Posts" />
        </>
      }
      className={`${styles.card} ${grid.card}`}
      data-panel="top-posts"
    >
      <DataGrid
        label="Top Performing Posts"
        columns={columns}
        rows={rows}
        rowId={({ mediaId }) => mediaId}
        sortModel={sort}
        onSortModelChange={setSort}
        pageSizeOptions={pageSizes}
        loading={loading}
        refreshing={refreshing}
        failure={
          failed ? (
            <EmptyState title="Could not load posts" action={<Button onClick={retry}>Try again</Button>} />
          ) : null
        }
        empty={<EmptyState title="No posts to display" why={note} />}
      />
    </Card>
  );
}

function Post({ row }: { row: MeasuredMedia }) {
  const caption = mediaName(row);
  return (
    <span className={grid.post}>
      <PostPicture source={row.thumbnailUrl} mediaType={row.mediaType} className={grid.rowPicture} />
      <span className={grid.postWords}>
        <Link
          to="/account/$id/post/$mediaId"
          params={{ id: row.accountId, mediaId: row.mediaId }}
          search={periodSearch}
          className={grid.postLink}
          dir="auto"
        >
          {caption}
        </Link>
        <span className={styles.meta}>{dateLabel(row.timestamp)}</span>
      </span>
    </span>
  );
}
