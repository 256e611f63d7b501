import {
  type Account,
  growthDays,
  type Peer,
  type PeerComparison,
  type PublicFigures,
  type PublicValue,
} from '@tidemark/contract';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dateLabel, gridNumber } from '#web/platform/format.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn, SortModel } from '#web/ui/data-grid/grid-model.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import {
  type ChartedAccount,
  explainMissing,
  explainState,
  peerFigureMeanings,
  peerFigureTitles,
  growthOf,
  signedNumber,
  signedTenths,
} from '@tidemark/presentation';
import { PeersExport } from './peers-export.tsx';
import styles from './peers-page.module.css';
import { useRemovePeer } from './peers.query.ts';

export interface PeerRow extends ChartedAccount {
  username: string;
  /** Null for the user's own account. */
  peer: Peer | null;
}

const perFigure = ['postsPerWeek', 'likesPerPost', 'commentsPerPost', 'viewsPerPost', 'engagementPerFollower'] as const;
const heads: Record<(typeof perFigure)[number], string> = {
  postsPerWeek: 'Posts a week',
  likesPerPost: 'Likes',
  commentsPerPost: 'Comments',
  viewsPerPost: 'Views',
  engagementPerFollower: 'Engagement',
};
const formats: Record<(typeof perFigure)[number], (value: number) => string> = {
  postsPerWeek: (value) => value.toFixed(1),
  likesPerPost: gridNumber,
  commentsPerPost: gridNumber,
  viewsPerPost: gridNumber,
  engagementPerFollower: (value) => `${value.toFixed(2)}%`,
};
type Growth = `growth${(typeof growthDays)[number]}`;
type Field = 'account' | 'followers' | Growth | (typeof perFigure)[number] | 'actions';

interface PeerTableProps {
  account: Account;
  rows: PeerRow[];
  comparison: PeerComparison;
}

/** The account and its peers, with publicly visible data. */
export function PeerTable({ account, rows, comparison }: PeerTableProps) {
  const [sort, setSort] = useState<SortModel<Field>>([{ field: 'followers', sort: 'desc' }]);
  const [asked, setAsked] = useState<Peer | null>(null);
  const remove = useRemovePeer();
  const mayEdit = useMay('editor');
  const columns = useMemo(() => [...figureColumns, ...(mayEdit ? [toRemoveColumn(setAsked)] : [])], [mayEdit]);
  const hidden = comparison.peers.reduce((sum, { figures }) => sum + figures.hiddenLikes, comparison.own.hiddenLikes);
  return (
    <Card
      title="Public data"
      sub={
        hidden > 0
          ? `Measured once a day. Likes are hidden on ${hidden} of the newest posts; likes and engagement exclude these.`
          : 'Measured daily, the same way for every account'
      }
      tools={<PeersExport title="Public data" account={account} sections={['peers']} chart={[]} />}
      data-panel="peers"
    >
      <DataGrid
        label="Public data by account"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        sortModel={sort}
        onSortModelChange={setSort}
        minWidth="1080px"
      />
      <ConfirmDialog
        open={asked !== null}
        title={`Remove @${asked?.username ?? ''}?`}
        confirm="Remove"
        onConfirm={() => asked && remove.mutate(asked.id)}
        onClose={() => setAsked(null)}
      >
        This deletes its history. If you add it again, it starts over.
      </ConfirmDialog>
    </Card>
  );
}

const figureColumns: readonly GridColumn<PeerRow, Field>[] = [
  { field: 'account', header: 'Account', width: '210px', phone: 'lead', cell: (row) => <AccountCell {...row} /> },
  {
    field: 'followers',
    header: 'Followers',
    description: peerFigureMeanings.followers,
    width: '96px',
    phone: 'fact',
    align: 'end',
    sortable: true,
    sortValue: ({ figures }) => figures.followers,
    cell: ({ figures }) => (
      <span className={styles.number}>{figures.followers === null ? '—' : gridNumber(figures.followers)}</span>
    ),
  },
  ...growthDays.map((days): GridColumn<PeerRow, Field> => ({
    field: `growth${days}`,
    header: `Growth, ${days} days`,
    description: `Followers gained or lost in ${days} days`,
    width: '116px',
    phone: 'fact',
    align: 'end',
    sortable: true,
    sortValue: ({ figures }) => growthOf(figures, days).percent,
    cell: ({ figures }) => <GrowthCell figures={figures} days={days} />,
  })),
  ...perFigure.map((figure): GridColumn<PeerRow, Field> => ({
    field: figure,
    header: heads[figure],
    description: `${peerFigureTitles[figure]}: ${peerFigureMeanings[figure]}`,
    width: '100px',
    phone: 'fact',
    align: 'end',
    sortable: true,
    sortValue: ({ figures }) => figures[figure].value,
    cell: ({ figures }) => <ValueCell value={figures[figure]} figures={figures} format={formats[figure]} />,
  })),
];

function toRemoveColumn(onRemove: (peer: Peer) => void): GridColumn<PeerRow, Field> {
  return {
    field: 'actions',
    header: 'Remove',
    head: <span className="vh">Remove</span>,
    width: '48px',
    align: 'end',
    phone: 'action',
    cell: ({ peer }) =>
      peer && (
        <IconButton label={`Remove @${peer.username}`} size="small" onClick={() => onRemove(peer)}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      ),
  };
}

function AccountCell({ name, username, picture, color, dashed, peer }: PeerRow) {
  const problem = peer && explainState(peer, dateLabel);
  return (
    <span className={styles.account} title={peer?.biography ?? undefined}>
      <Avatar src={picture} name={name} size={34} ring={color} dashed={dashed} />
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        {problem ? (
          <span className={styles.problem}>{problem}</span>
        ) : (
          <span className={styles.note}>{peer ? `@${username}` : <Chip tone="accent">Your account</Chip>}</span>
        )}
      </span>
    </span>
  );
}

function GrowthCell({ figures, days }: { figures: PublicFigures; days: (typeof growthDays)[number] }) {
  const { change, percent, missing } = growthOf(figures, days);
  if (change === null) return <Missing reason={missing && explainMissing(missing, figures)} />;
  return (
    <span className={styles.growth}>
      <span className={styles.number}>{signedNumber(change)}</span>
      {percent !== null && <span className={styles.note}>{signedTenths(percent)}</span>}
    </span>
  );
}

interface ValueCellProps {
  value: PublicValue;
  figures: PublicFigures;
  format: (value: number) => string;
}

function ValueCell({ value: { value, missing }, figures, format }: ValueCellProps) {
  if (value === null) return <Missing reason={missing && explainMissing(missing, figures)} />;
  return <span className={styles.number}>{format(value)}</span>;
}

function Missing({ reason }: { reason: string | null }) {
  return (
    <Tooltip text={reason} opensOnClick>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users reach the explanation */}
      <span className={styles.missing} tabIndex={0}>
        —<span className="vh">{reason}</span>
      </span>
    </Tooltip>
  );
}
