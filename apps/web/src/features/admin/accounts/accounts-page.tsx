import { accountSorts, type AdminAccount } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { getServerMessage } from '#web/platform/call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { SortModel } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from '../page-head.tsx';
import { SearchField } from '../search-field.tsx';
import styles from '../system.module.css';
import { accountColumns } from './account-columns.tsx';
import { type AccountsView, accountStatsQuery } from './accounts.query.ts';
import { ThrottleDialog } from './throttle-dialog.tsx';

const pageSizes = [5, 10, 25] as const;
const firstView: AccountsView = { page: 0, pageSize: 10, sort: 'accountName', order: 'asc', search: '' };

export function AccountsPage() {
  const [view, setView] = useState(firstView);
  const [edited, setEdited] = useState<AdminAccount | null>(null);
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery(accountStatsQuery(view));
  const onSearch = useCallback(
    (search: string) => setView((before) => (before.search === search ? before : { ...before, search, page: 0 })),
    [],
  );
  const sortBy = ([model]: SortModel) => {
    const sort = accountSorts.find((field) => field === model?.field);
    if (sort && model) setView({ ...view, sort, order: model.sort, page: 0 });
  };

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
          paginationModel={{ page: view.page, pageSize: view.pageSize }}
          onPaginationModelChange={({ page, pageSize }) =>
            setView({ ...view, page, pageSize: pageSizes.find((size) => size === pageSize) ?? 10 })
          }
          pageSizeOptions={pageSizes}
          sortModel={[{ field: view.sort, sort: view.order }]}
          onSortModelChange={sortBy}
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
