import { accountSorts, type AdminAccount } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from '../page-head.tsx';
import { SearchField } from '../search-field.tsx';
import styles from '../system.module.css';
import { useGridView } from '../use-grid-view.ts';
import { accountColumns } from './account-columns.tsx';
import { type AccountsView, accountStatsQuery } from './accounts.query.ts';
import { ThrottleDialog } from './throttle-dialog.tsx';

const pageSizes = [5, 10, 25] as const;
const firstView: AccountsView = { page: 0, pageSize: 10, sort: 'accountName', order: 'asc', search: '' };

export function AccountsPage() {
  const { view, onSearch, props } = useGridView(firstView, { sorts: accountSorts, pageSizes });
  const [edited, setEdited] = useState<AdminAccount | null>(null);
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery(accountStatsQuery(view));

  return (
    <div className={styles.page}>
      <PageHead title="Accounts">
        Graph API calls as counted by Meta. Daily numbers cover the last 30 full days, in UTC.
      </PageHead>
      <Card aria-label="Accounts" className={styles.untitled}>
        {error && error !== dismissed && (
          <div className={styles.alert}>
            <Alert onDismiss={() => setDismissed(error)}>
              {getServerMessage(error, 'Failed to load account data')}
            </Alert>
          </div>
        )}
        <div className={styles.toolbar}>
          <SearchField label="Search accounts" onSearch={onSearch} />
        </div>
        <DataGrid
          label="Accounts"
          columns={accountColumns({ onEdit: setEdited })}
          minWidth="960px"
          rows={data?.data ?? []}
          rowId={({ id }) => id}
          rowCount={data?.total ?? 0}
          {...props}
          loading={isPending}
          refreshing={isFetching}
          failure={
            error &&
            !data && (
              <EmptyState
                title="Failed to load account data"
                action={<Button onClick={() => void refetch()}>Try again</Button>}
              />
            )
          }
          empty={
            <EmptyState
              title="No accounts to display"
              why={view.search ? `No account name matches “${view.search}”.` : 'No one has linked an account yet.'}
            />
          }
        />
      </Card>
      <ThrottleDialog account={edited} onClose={() => setEdited(null)} />
    </div>
  );
}
