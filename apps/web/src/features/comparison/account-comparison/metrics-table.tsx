import { type ComparedMetric, comparedMetrics } from '@tidemark/contract';
import { metricLabels } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type AccountColor, displayName, useAccountColors } from '#web/features/accounts/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { type DayRange, periodSearch, usePeriod } from '#web/features/periods/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import styles from './compare-page.module.css';
import { ComparedValue } from './compared-value.tsx';
import { ComparisonGuide } from './comparison-guide.tsx';
import { useComparisonView } from './use-comparison-view.ts';
import { type ComparedRow, maxComparedAccounts, useComparedAccounts, useComparedIds } from './use-compared-accounts.ts';

type Field = 'account' | ComparedMetric;

const longTitles: ReadonlySet<ComparedMetric> = new Set(['engagement-rate', 'engaged-audience', 'conversion-rate']);

/** Lists every metric for each account, sorted by any of them. */
export function MetricsTable() {
  const { previous } = usePeriod();
  const { accountIds, selected } = useComparedIds();
  const colors = useAccountColors();
  const [{ by, order }, show] = useComparisonView();
  const { rows, error, isPending, isFetching, refetch } = useComparedAccounts();
  const columns = useMemo(() => toColumns(previous, colors, by), [previous, colors, by]);
  return (
    <Card
      title="All metrics"
      sub={
        selected > accountIds.length
          ? `The ${maxComparedAccounts} of ${selected} accounts with the most followers`
          : 'Each account over the same days'
      }
      tools={
        <>
          <ExportMenu title="All metrics" sections={['accounts']} accountIds={accountIds} chart={[]} />
          <GuideButton title="Compare Accounts Guide">
            <ComparisonGuide />
          </GuideButton>
        </>
      }
      data-panel="compared-metrics"
    >
      <DataGrid
        label="Metrics by account"
        columns={columns}
        rows={rows}
        rowId={({ account }) => account._id}
        sortModel={[{ field: by, sort: order }]}
        onSortModelChange={(model) => {
          const [sort] = model;
          const metric = comparedMetrics.find((one) => one === sort?.field);
          if (sort && metric) show({ by: metric, order: sort.sort });
        }}
        loading={isPending}
        skeletonRows={Math.min(accountIds.length || 3, 8)}
        refreshing={isFetching && !isPending}
        failure={
          error && (
            <EmptyState
              title="Could not load the metrics"
              action={<Button onClick={() => void refetch()}>Try again</Button>}
            />
          )
        }
        empty={<EmptyState title="No accounts to compare" />}
      />
    </Card>
  );
}

function toColumns(
  previous: DayRange | null,
  colors: ReadonlyMap<string, AccountColor>,
  by: ComparedMetric,
): GridColumn<ComparedRow, Field>[] {
  return [
    {
      field: 'account',
      header: 'Account',
      width: 'clamp(154px, 12vw, 160px)',
      phone: 'lead',
      cell: ({ account }) => (
        <Link to="/account/$id" params={{ id: account._id }} search={periodSearch} className={styles.account}>
          <Avatar
            src={account.picture ?? account.profile_picture_url}
            name={displayName(account)}
            size={32}
            ring={colors.get(account._id)?.color}
            dashed={colors.get(account._id)?.dashed}
          />
          <bdi className={styles.name}>{displayName(account)}</bdi>
        </Link>
      ),
    },
    ...comparedMetrics.map((metric): GridColumn<ComparedRow, Field> => ({
      field: metric,
      header: metricLabels[metric].title,
      width: longTitles.has(metric) ? 'clamp(98px, 7.6vw, 126px)' : 'clamp(98px, 7.6vw, 106px)',
      // Phones show one metric at a time: the one the rows are sorted by.
      phone: metric === by ? 'action' : 'hidden',
      align: 'end',
      sortable: true,
      sortValue: ({ compared }) => (compared.hasData ? compared.metrics[metric].current : null),
      cell: (row) => <ComparedValue account={row.compared} metric={metric} previous={previous} />,
    })),
  ];
}
