import type { Account, AccountId, PostColumn, PostRow } from '@tidemark/contract';
import { dateLabel, gridNumber, percent } from '#web/platform/format.ts';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { rateTone, viralityBarWidth } from './post-format.ts';
import { PostMedia } from './post-media.tsx';
import { PostWords } from './post-words.tsx';
import styles from './posts-grid.module.css';

type Field = PostColumn | 'media' | 'post';

export function postColumns(accounts: ReadonlyMap<AccountId, Account>): GridColumn<PostRow, Field>[] {
  return [
    {
      field: 'media',
      header: 'Media',
      width: '84px',
      phone: 'lead',
      cell: (row) => <PostMedia row={row} account={accounts.get(row.accountRef)} />,
    },
    { field: 'post', header: 'Post', phone: 'wide', cell: (row) => <PostWords row={row} /> },
    {
      field: 'timestamp',
      header: 'Date',
      width: '112px',
      sortable: true,
      cell: (row) => <time dateTime={row.timestamp}>{dateLabel(row.timestamp)}</time>,
    },
    {
      field: 'reachTotal',
      header: 'Reach',
      width: 'clamp(92px, 22vw - 268px, 148px)',
      sortable: true,
      description: 'Accounts that saw it',
      cell: (row) => (
        <span className={styles.reach}>
          <span className={styles.figure}>{gridNumber(row.reachTotal)}</span>
          <Sparkline
            series={row.reachSeries}
            label={`Reach day by day, ${row.trendUp ? 'rising' : 'not rising'}`}
            color={row.trendUp ? 'var(--up)' : 'var(--ramp3)'}
            width={60}
          />
        </span>
      ),
    },
    {
      field: 'engagementRate',
      header: 'ER',
      width: '76px',
      sortable: true,
      description: 'Engagement rate: interactions for every hundred accounts reached',
      cell: (row) => (
        <span className={styles.figure} data-rate={rateTone(row.engagementRate)}>
          {percent(row.engagementRate)}
        </span>
      ),
    },
    {
      field: 'viralityScore',
      header: 'Virality Score',
      width: 'clamp(112px, 7.4vw, 140px)',
      sortable: true,
      description: 'From 0 to 100; the bar compares with the best of this page',
      cell: (row) => (
        <span className={styles.virality}>
          <span className={styles.figure}>{row.viralityScore.toFixed(1)}</span>
          <span className={styles.viralityTrack} aria-hidden="true">
            <span style={{ width: `${viralityBarWidth(row.viralityScore, row.viralityMax)}%` }} />
          </span>
        </span>
      ),
    },
  ];
}
