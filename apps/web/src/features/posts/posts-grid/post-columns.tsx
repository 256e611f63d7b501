import type { Account, AccountId, PostColumn, PostRow } from '@tidemark/contract';
import { type PostLabels } from '#web/features/labels/index.ts';
import { type Day } from '#web/features/periods/index.ts';
import { dateLabel, gridNumber, percent } from '#web/platform/format.ts';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { rateTone, viralityBarWidth } from '../post-format.ts';
import { PostMedia } from './post-media.tsx';
import { PostSummary } from './post-summary.tsx';
import styles from './posts-grid.module.css';

type Field = PostColumn | 'media' | 'post';

/** Reach on days from `today` on (in Instagram's time zone) is still running. */
export function postColumns(
  accounts: ReadonlyMap<AccountId, Account>,
  today: Day,
  labels: PostLabels,
): GridColumn<PostRow, Field>[] {
  return [
    {
      field: 'media',
      header: 'Media',
      width: '78px',
      phone: 'lead',
      cell: (row) => <PostMedia row={row} account={accounts.get(row.accountRef)} />,
    },
    { field: 'post', header: 'Post', phone: 'wide', cell: (row) => <PostSummary row={row} labels={labels} /> },
    {
      field: 'timestamp',
      header: 'Date',
      width: '114px',
      sortable: true,
      cell: (row) => (
        <time dateTime={row.timestamp} className={styles.date}>
          {dateLabel(row.timestamp)}
        </time>
      ),
    },
    {
      field: 'reachTotal',
      header: 'Reach',
      width: 'clamp(76px, 22vw - 290px, 148px)',
      align: 'end',
      sortable: true,
      description: 'Lifetime reach: accounts that saw the post. The line is reach per day in this range',
      cell: (row) => (
        <span className={styles.reach}>
          <span className={styles.figure}>{gridNumber(row.reachTotal)}</span>
          <Sparkline
            series={row.reachSeries.map((day) => ({ ...day, isClosed: day.date < today }))}
            label={`Reach per day in this range, ${row.trendUp ? 'rising' : 'not rising'}`}
            color={row.trendUp ? 'var(--up)' : 'var(--ramp3)'}
            width={60}
          />
        </span>
      ),
    },
    {
      field: 'engagementRate',
      header: 'ER',
      width: '68px',
      align: 'end',
      sortable: true,
      description: 'Lifetime engagement rate: interactions per hundred accounts reached',
      cell: (row) => (
        <span className={styles.figure} data-rate={rateTone(row.engagementRate)}>
          {percent(row.engagementRate)}
        </span>
      ),
    },
    {
      field: 'virilityScore',
      header: 'Virality Score',
      width: 'clamp(108px, 7.4vw, 140px)',
      align: 'end',
      sortable: true,
      description: 'Lifetime score from 0 to 100; the bar compares it with the best on this page',
      cell: (row) => (
        <span className={styles.virality}>
          <span className={styles.figure}>{row.virilityScore.toFixed(1)}</span>
          <span className={styles.viralityTrack} aria-hidden="true">
            <span style={{ width: `${viralityBarWidth(row.virilityScore, row.virilityMax)}%` }} />
          </span>
        </span>
      ),
    },
  ];
}
