import type { ConnectionAccount } from '@tidemark/contract';
import { useMemo } from 'react';
import { explainNoLinking } from '#web/features/subscription/index.ts';
import { gridNumber } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AccountCell, ActionCell, LastSyncCell, type ListedAccount, StatusCell } from './account-cells.tsx';

interface AccountsGridProps {
  accounts: readonly ConnectionAccount[] | undefined;
  failure: string | undefined;
  retry: () => void;
  /** True if the login that would sync the accounts does not work. */
  isStopped?: boolean;
}

const onePage = 10;
const pageSizes = [10, 25, 50];

export function AccountsGrid({ accounts, failure, retry, isStopped = false }: AccountsGridProps) {
  const { user } = useUser();
  const isClosed = explainNoLinking(user) !== null;
  // The session has the current links; the list may be slightly older.
  const rows = useMemo(
    () =>
      (accounts ?? []).map((account) => ({
        ...account,
        isStopped,
        linked: user.accountRefs.some(({ accountId }) => accountId === account.id),
      })),
    [accounts, isStopped, user.accountRefs],
  );

  return (
    <DataGrid
      label="Instagram accounts"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      pageSizeOptions={rows.length > onePage ? pageSizes : undefined}
      loading={!accounts && !failure}
      skeletonRows={3}
      rowTone={({ linked }) => (isClosed && !linked ? 'muted' : 'normal')}
      failure={
        failure &&
        !accounts && (
          <EmptyState
            compact
            title={failure}
            action={
              <Button variant="primary" onClick={retry}>
                Try again
              </Button>
            }
          />
        )
      }
      empty={
        <EmptyState
          compact
          title="No Instagram accounts shared"
          why="Only business and creator accounts linked to a Facebook Page of this login are available."
        />
      }
    />
  );
}

const count = (value: number | null) => (value === null ? '—' : gridNumber(value));

const columns: GridColumn<ListedAccount>[] = [
  {
    field: 'account',
    header: 'Account',
    sortable: true,
    sortValue: ({ name, username }) => name || username,
    cell: (account) => <AccountCell account={account} />,
    phone: 'wide',
  },
  {
    field: 'lastSync',
    header: 'Last Sync',
    width: '122px',
    sortable: true,
    sortValue: ({ lastSyncAt }) => lastSyncAt,
    cell: (account) => <LastSyncCell account={account} />,
  },
  {
    field: 'followers',
    header: 'Followers',
    width: '94px',
    align: 'end',
    sortable: true,
    sortValue: (account) => account.followers_count,
    cell: (account) => count(account.followers_count),
  },
  {
    field: 'following',
    header: 'Following',
    width: '94px',
    align: 'end',
    sortable: true,
    sortValue: (account) => account.follows_count,
    cell: (account) => count(account.follows_count),
  },
  {
    field: 'media',
    header: 'Media',
    width: '78px',
    align: 'end',
    sortable: true,
    sortValue: (account) => account.media_count,
    cell: (account) => count(account.media_count),
  },
  {
    field: 'status',
    header: 'Status',
    width: '68px',
    align: 'center',
    cell: (account) => <StatusCell account={account} />,
  },
  {
    field: 'actions',
    header: 'Actions',
    width: '78px',
    align: 'center',
    cell: (account) => <ActionCell account={account} />,
    phone: 'action',
  },
];
