import type { GalleryMetric, GalleryPost } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { periodSearch } from '#web/features/periods/index.ts';
import { capitalize, dateLabel } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { useSelectionColumn } from '#web/ui/data-grid/selection-column.tsx';
import { FormatSign, PostPicture } from '../post-picture.tsx';
import { formatName, galleryMetricNames, postTitle, timesText, usualText, valueText } from './gallery-copy.ts';
import styles from './gallery-page.module.css';
import { toMetric } from './gallery-search.ts';
import { TileOwner } from './post-tiles.tsx';
import { type Gallery, toPostId } from './use-gallery.ts';
import { type GallerySelection, toRowName } from './use-gallery-selection.ts';

type Field = 'post' | 'published' | 'times' | GalleryMetric;

const shortNames: Partial<Record<GalleryMetric, string>> = {
  engagementRate: 'ER',
  interactions: 'Inter.',
  comments: 'Comm.',
};

const metricWidths: Partial<Record<GalleryMetric, string>> = { views: '86px', reach: '86px' };

/** The posts as a compact table with all their metrics. */
export function PostList({ gallery, selection }: { gallery: Gallery; selection: GallerySelection }) {
  const { view, show, posts } = gallery;
  const metric = toMetric(view);
  const { metrics } = view;
  const columns = useMemo(() => toColumns(metric, metrics), [metric, metrics]);
  const selectionColumns = useSelectionColumn({
    rows: posts,
    rowId: toPostId,
    rowName: toRowName,
    isSelected: selection.isSelected,
    onSelect: selection.onSelect,
  });
  return (
    <Card className={styles.list}>
      <DataGrid
        label="Posts"
        columns={[...selectionColumns.map(withoutHead), ...columns]}
        rows={posts}
        rowId={toPostId}
        rowCount={posts.length}
        sortModel={view.pick ? [] : [{ field: view.sort.by, sort: view.sort.direction }]}
        onSortModelChange={(model) => {
          const [sort] = model;
          const by = (['published', ...metrics] as const).find((one) => one === sort?.field);
          if (sort && by) show({ sort: { by, direction: sort.sort }, pick: null });
        }}
        density="compact"
        minWidth="1020px"
      />
    </Card>
  );
}

function toColumns(metric: GalleryMetric, shown: readonly GalleryMetric[]): GridColumn<GalleryPost, Field>[] {
  return [
    { field: 'post', header: 'Post', phone: 'wide', cell: (post) => <ListedPost post={post} /> },
    {
      field: 'published',
      header: 'Date',
      width: '112px',
      sortable: true,
      cell: ({ timestamp }) => <time dateTime={timestamp}>{dateLabel(timestamp)}</time>,
    },
    ...shown.map((one): GridColumn<GalleryPost, Field> => ({
      field: one,
      header: shortNames[one] ?? galleryMetricNames[one],
      description: shortNames[one] && galleryMetricNames[one],
      width: metricWidths[one] ?? '66px',
      align: 'end',
      sortable: true,
      phone: one === metric ? 'fact' : 'hidden',
      cell: ({ metrics }) => valueText(one, metrics[one]),
    })),
    {
      field: 'times',
      header: '× median',
      description: `${galleryMetricNames[metric]} compared with the account’s median for the format`,
      width: '78px',
      align: 'end',
      cell: (post) => (
        <span title={usualText(post, metric)}>{post.timesUsual === null ? '—' : timesText(post.timesUsual)}</span>
      ),
    },
  ];
}

function ListedPost({ post }: { post: GalleryPost }) {
  return (
    <span className={styles.listed}>
      <span className={styles.listedFrame}>
        <PostPicture source={post.pictureUrl} mediaType={post.mediaType} className={styles.listedPicture} />
        <TileOwner accountId={post.accountId} />
      </span>
      <span className={styles.listedFormat} title={capitalize(formatName(post.mediaType))}>
        <FormatSign mediaType={post.mediaType} size={14} />
        <span className="vh">{capitalize(formatName(post.mediaType))}</span>
      </span>
      <Link
        to="/account/$id/post/$mediaId"
        params={{ id: post.accountId, mediaId: post.mediaId }}
        search={periodSearch}
        className={styles.listedTitle}
        dir="auto"
      >
        {postTitle(post)}
      </Link>
    </span>
  );
}

/** Leaves out the checkbox for all posts, of which at most eight can be selected. */
function withoutHead<Column extends GridColumn<GalleryPost>>(column: Column) {
  return { ...column, head: <span className="vh">Selection</span> };
}
