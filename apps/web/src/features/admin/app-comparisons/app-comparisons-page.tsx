import type { AnonymousComparison, AppDifference } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { comparedDays, differenceColumns } from '#web/features/comparison/index.ts';
import { dateLabel, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageHead } from '../page-head.tsx';
import system from '../system.module.css';
import { allAppComparisonsQuery, useDownloadFullReport } from './app-comparisons.query.ts';

interface ComparisonRow extends AppDifference, Omit<AnonymousComparison, 'differences'> {
  id: string;
}

const columns: readonly GridColumn<ComparisonRow>[] = [
  {
    field: 'account',
    header: 'Account',
    width: '170px',
    phone: 'lead',
    cell: (row) => (
      <>
        <p className={system.name}>Account {row.account}</p>
        <p className={system.note}>{comparedDays(row)}</p>
      </>
    ),
  },
  {
    field: 'compared',
    header: 'Compared',
    width: '120px',
    phone: 'hidden',
    cell: ({ createdAt }) => dateLabel(createdAt),
  },
  ...differenceColumns,
];

/** Lists numbers that the Instagram app showed users next to Tidemark's, without names. */
export function AppComparisonsPage() {
  const { data, error, isFetching, refetch } = useQuery(allAppComparisonsQuery);
  const report = useDownloadFullReport();
  const rows = useMemo(() => data?.comparisons.flatMap(toRows) ?? [], [data]);
  const shown = data?.comparisons.length ?? 0;
  return (
    <div className={system.page}>
      <PageHead title="Compare with the app">
        What users saw in the Instagram app, next to Tidemark’s numbers. Users enter it on an account’s page.
      </PageHead>
      <Card
        title="Comparisons"
        sub={
          data && data.total > shown
            ? `The newest ${shown} of ${wholeNumber(data.total)}. The report contains all of them.`
            : 'Accounts are numbered; names are never shown'
        }
        tools={
          shown > 0 && (
            <Button
              size="small"
              icon={<Download size={15} aria-hidden="true" />}
              title="Contains no names, usernames or dates"
              busy={report.isPending}
              busyLabel="Preparing…"
              onClick={() => report.mutate()}
            >
              Download report
            </Button>
          )
        }
      >
        <DataGrid
          label="Comparisons with the Instagram app"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          loading={!data && !error}
          failure={
            error && (
              <LoadFailure title="Could not load comparisons" error={error} isRetrying={isFetching} onRetry={refetch} />
            )
          }
          empty={<EmptyState title="No comparisons yet" why="The form is at the end of each account’s page." />}
          pageSizeOptions={[25, 50, 100]}
          minWidth="980px"
        />
      </Card>
    </div>
  );
}

function toRows({ differences, ...comparison }: AnonymousComparison): ComparisonRow[] {
  return differences.map((difference) => ({
    ...comparison,
    ...difference,
    id: [comparison.account, comparison.createdAt, difference.metric].join(),
  }));
}
