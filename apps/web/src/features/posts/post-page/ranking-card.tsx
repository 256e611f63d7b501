import { minComparedPosts, type ScoredPost } from '@tidemark/contract';
import { comparedAt, formatName, type PostData } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { periodSearch } from '#web/features/periods/index.ts';
import { dateLabel, wholeNumber } from '#web/platform/format.ts';
import { mediaName } from '#web/platform/media-name.ts';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn, SortModel } from '#web/ui/data-grid/grid-model.ts';
import { PostPicture } from '../post-picture.tsx';
import { PostExport } from './post-export.tsx';
import { rankingId } from './ranking-id.ts';
import styles from './post-page.module.css';

type Field = 'post' | 'published' | 'views' | 'age' | 'score';
const pageSizes = [5, 10, 50];

const columns: GridColumn<ScoredPost, Field>[] = [
  { field: 'post', header: 'Post', phone: 'wide', cell: (row) => <RankedPost row={row} /> },
  {
    field: 'published',
    header: 'Published',
    width: '118px',
    sortable: true,
    sortValue: ({ timestamp }) => timestamp,
    cell: ({ timestamp }) => <time dateTime={timestamp}>{dateLabel(timestamp)}</time>,
  },
  {
    field: 'views',
    header: 'Views',
    width: '92px',
    align: 'end',
    sortable: true,
    description: 'Lifetime views',
    sortValue: ({ views }) => views,
    cell: ({ views }) => <span className="num">{views === null ? '–' : wholeNumber(views)}</span>,
  },
  {
    field: 'age',
    header: 'Compared at',
    width: '112px',
    align: 'end',
    description: 'The age at which it is compared with earlier posts',
    cell: ({ score }) => comparedAt(score),
  },
  {
    field: 'score',
    header: 'Score',
    width: 'var(--score)',
    align: 'end',
    sortable: true,
    description: 'The percentage of earlier posts with fewer views at the same age',
    sortValue: ({ score }) => score.percentile ?? -1,
    cell: ({ score }) => <Score score={score} />,
  },
];

/** Ranks the format's latest posts by how they did for their age. */
export function RankingCard({ data: { post, ranking } }: { data: PostData }) {
  const [sort, setSort] = useState<SortModel<Field>>([{ field: 'score', sort: 'desc' }]);
  const name = formatName(post.mediaType);
  return (
    <Card
      title={`Latest ${name}s by score`}
      sub={`How each ranks for its age among earlier ${name}s`}
      tools={<PostExport title={`Latest ${name}s by score`} post={post} sections={['post-ranking']} chart={[]} />}
      id={rankingId}
      className={styles.ranking}
      data-panel="post-ranking"
    >
      <DataGrid
        label={`Latest ${name}s by score`}
        columns={columns}
        rows={ranking}
        rowId={({ mediaId }) => mediaId}
        sortModel={sort}
        onSortModelChange={setSort}
        pageSizeOptions={pageSizes}
      />
    </Card>
  );
}

function RankedPost({ row }: { row: ScoredPost }) {
  return (
    <span className={styles.ranked}>
      <PostPicture source={row.thumbnailUrl} mediaType={row.mediaType} className={styles.rankedPicture} />
      <Link
        to="/account/$id/post/$mediaId"
        params={{ id: row.accountId, mediaId: row.mediaId }}
        search={periodSearch}
        className={styles.rankedCaption}
        dir="auto"
      >
        {mediaName(row)}
      </Link>
    </span>
  );
}

function Score({ score }: { score: ScoredPost['score'] }) {
  const { percentile, posts, approx } = score;
  if (percentile === null)
    return (
      <span className={styles.noScore}>
        {posts} of {minComparedPosts} posts
      </span>
    );
  return (
    <span className={styles.score}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${Math.max(3, percentile)}%` }} data-high={percentile >= 90 || undefined} />
      </span>
      <span className="num">
        <b>{Math.round(percentile)}</b>
        <span className="vh"> of 100, among {posts} posts</span>
      </span>
      <ApproximateDot approx={approx} format={null} small passive />
    </span>
  );
}
