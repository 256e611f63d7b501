import type { AccountRef, ConnectionAccount } from '@tidemark/contract';
import { useMemo } from 'react';
import { explainNoLinking } from '#web/features/subscription/index.ts';
import { gridNumber } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import styles from './accounts-grid.module.css';
import { AccountCell, ActionCell, LastSyncCell, StatusCell } from './account-cells.tsx';
import type { ListedAccount } from './listed-account.ts';

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
  const rows = useMemo(
    () => toRows(accounts ?? [], { links: user.accountRefs, isStopped, isClosed }),
    [accounts, isStopped, isClosed, user.accountRefs],
  );

  return (
    <div className={styles.grid}>
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
    </div>
  );
}

interface RowState {
  /** Taken from the session; the list may be slightly older. */
  links: readonly AccountRef[];
  isStopped: boolean;
  isClosed: boolean;
}

/** Sorts the largest account first, which is suggested until one is linked. */
function toRows(accounts: readonly ConnectionAccount[], { links, isStopped, isClosed }: RowState): ListedAccount[] {
  return accounts
    .toSorted((one, other) => (other.followers_count ?? -1) - (one.followers_count ?? -1))
    .map((account, index) => ({
      ...account,
      isStopped,
      isSuggested: index === 0 && links.length === 0 && !isClosed,
      linked: links.some(({ accountId }) => accountId === account.id),
    }));
}

const count = (value: number | null) => (value === null ? '—' : gridNumber(value));

const columns: GridColumn<ListedAccount>[] = [
  {
    field: 'account',
    header: 'Account',
    isText: true,
    sortable: true,
    sortValue: ({ name, username }) => name || username,
    cell: (account) => <AccountCell account={account} />,
    phone: 'wide',
  },
  {
    field: 'lastSync',
    header: 'Last Sync',
    width: 'var(--sync)',
    phone: 'hidden',
    sortable: true,
    sortValue: ({ lastSyncAt }) => lastSyncAt,
    cell: (account) => <LastSyncCell account={account} />,
  },
  {
    field: 'followers',
    header: 'Followers',
    width: 'var(--followers)',
    phone: 'hidden',
    align: 'end',
    sortable: true,
    sortValue: (account) => account.followers_count,
    cell: (account) => count(account.followers_count),
  },
  {
    field: 'following',
    header: 'Following',
    width: 'var(--count)',
    phone: 'hidden',
    align: 'end',
    sortable: true,
    sortValue: (account) => account.follows_count,
    cell: (account) => count(account.follows_count),
  },
  {
    field: 'media',
    header: 'Media',
    width: '66px',
    phone: 'hidden',
    align: 'end',
    sortable: true,
    sortValue: (account) => account.media_count,
    cell: (account) => count(account.media_count),
  },
  {
    field: 'status',
    header: 'Status',
    width: 'var(--status)',
    phone: 'hidden',
    cell: (account) => <StatusCell account={account} />,
  },
  {
    field: 'actions',
    header: 'Actions',
    width: '86px',
    align: 'end',
    cell: (account) => <ActionCell account={account} />,
    phone: 'action',
  },
];
