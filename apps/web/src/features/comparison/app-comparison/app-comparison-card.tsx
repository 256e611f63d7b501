import type { Account, AppComparison } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dateLabel, wholeNumber } from '#web/platform/format.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AppComparisonForm } from './app-comparison-form.tsx';
import { appComparisonsQuery, useDeleteAppComparison, useDownloadAppReport } from './app-comparison.query.ts';
import styles from './app-comparison.module.css';
import { comparedDays, differenceColumns } from './difference-columns.tsx';
import { appMetricLabels, causeCopy } from './difference-copy.ts';

/** Checks an account's numbers in Tidemark against those in the Instagram app. */
export function AppComparisonCard({ account }: { account: Account }) {
  const mayEdit = useMay('editor');
  const { data, error, isFetching, refetch } = useQuery(appComparisonsQuery(account._id));
  const report = useDownloadAppReport(account._id);
  return (
    <Card
      title="Compare with the app"
      sub="Does the Instagram app show different numbers? See by how much, and why."
      className={styles.card}
      data-panel="app-comparison"
      tools={
        data &&
        data.length > 0 && (
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
      {mayEdit && <AppComparisonForm accountId={account._id} />}
      {data ? (
        <Comparisons comparisons={data} />
      ) : error ? (
        <LoadFailure title="Could not load comparisons" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={150} radius={14} />
      )}
    </Card>
  );
}

/** Shows the newest as a table, earlier comparisons as rows. */
function Comparisons({ comparisons: [newest, ...earlier] }: { comparisons: readonly AppComparison[] }) {
  const [asked, setAsked] = useState<AppComparison | null>(null);
  const remove = useDeleteAppComparison();
  const mayEdit = useMay('editor');
  if (!newest)
    return <EmptyState compact title="Nothing compared yet" why="Results stay here until you delete them." />;
  const deleteButton = (comparison: AppComparison) =>
    mayEdit && (
      <IconButton
        label={`Delete the comparison of ${comparedDays(comparison)}`}
        size="small"
        onClick={() => setAsked(comparison)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    );
  return (
    <>
      <section className={styles.result}>
        <header className={styles.resultHead}>
          <h3 aria-live="polite">
            {comparedDays(newest)}
            <span className={styles.when}>compared {dateLabel(newest.createdAt)}</span>
          </h3>
          {deleteButton(newest)}
        </header>
        <DataGrid
          label="Newest comparison"
          columns={differenceColumns}
          rows={newest.differences}
          rowId={({ metric }) => metric}
          minWidth="720px"
        />
      </section>
      {earlier.length > 0 && (
        <>
          <h3 className={styles.earlier}>Earlier comparisons</h3>
          <RowList>
            {earlier.map((comparison) => (
              <Row key={comparison.id} name={comparedDays(comparison)} notes={toNotes(comparison)}>
                {deleteButton(comparison)}
              </Row>
            ))}
          </RowList>
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={`Delete the comparison of ${asked ? comparedDays(asked) : ''}?`}
        confirm="Delete"
        onConfirm={() => asked && remove.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        The report will no longer include it.
      </ConfirmDialog>
    </>
  );
}

function toNotes({ differences }: AppComparison): string[] {
  return differences.map(({ metric, app, tidemark, cause }) =>
    [
      `${appMetricLabels[metric]}: ${wholeNumber(app)} in the app`,
      `${tidemark ? wholeNumber(tidemark.value) : 'nothing'} in Tidemark`,
      causeCopy[cause].label,
    ].join(' · '),
  );
}
