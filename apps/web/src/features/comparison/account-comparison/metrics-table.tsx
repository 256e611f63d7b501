import type { AccountId, ComparedMetric } from '@tidemark/contract';
import { fewAccounts, findCompared, listComparedMetrics, metricLabels } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type AccountColor, displayName, useAccountColors, useNetworkMetrics } from '#web/features/accounts/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { type DayRange, periodSearch, usePeriod } from '#web/features/periods/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { needsLook } from '../attention/rank-accounts.ts';
import { useAttention } from '../attention/use-attention.ts';
import styles from './compare-page.module.css';
import { ComparedValue } from './compared-value.tsx';
import { ComparisonGuide } from './comparison-guide.tsx';
import { useComparisonView } from './use-comparison-view.ts';
import { type ComparedRow, maxComparedAccounts, useComparedAccounts, useComparedIds } from './use-compared-accounts.ts';

type Field = 'account' | ComparedMetric;

const noIds: AccountId[] = [];

const longTitles: ReadonlySet<ComparedMetric> = new Set(['engagement-rate', 'engaged-audience', 'conversion-rate']);

/** Lists every metric for each account, sorted by any of them. */
export function MetricsTable() {
  const { previous } = usePeriod();
  const { accountIds, selected } = useComparedIds();
  const colors = useAccountColors();
  const [{ by, order, isFiltered }, show] = useComparisonView();
  const { rows: all, error, isPending, isFetching, refetch } = useComparedAccounts();
  const isDense = accountIds.length > fewAccounts;
  const { ranked } = useAttention(isDense ? accountIds : noIds);
  const looks = useMemo(() => new Set(ranked.filter(needsLook).map(({ account }) => account._id)), [ranked]);
  const unusual = useMemo(
    () =>
      new Map(
        ranked.map(({ account, attention }) => [account._id, new Set(attention.unusual.map(({ metric }) => metric))]),
      ),
    [ranked],
  );
  const rows = useMemo(
    () => (isDense && isFiltered ? all.filter(({ account }) => looks.has(account._id)) : all),
    [all, isDense, isFiltered, looks],
  );
  const existing = useNetworkMetrics();
  const metrics = useMemo(() => listComparedMetrics({ metrics: existing }), [existing]);
  const columns = useMemo(
    () => toColumns({ metrics, previous, colors, by, unusual, isDense }),
    [metrics, previous, colors, by, unusual, isDense],
  );
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
      className={isDense ? styles.dense : undefined}
      data-panel="compared-metrics"
    >
      {isDense && (
        <div className={styles.controls}>
          <Segmented
            label="Accounts"
            value={isFiltered ? 'look' : 'all'}
            options={[
              { value: 'all', label: `All ${accountIds.length}` },
              { value: 'look', label: `Need a look (${looks.size})`, title: 'Judged by each account’s own past' },
            ]}
            onChange={(value) => show({ isFiltered: value === 'look' })}
          />
        </div>
      )}
      <DataGrid
        label="Metrics by account"
        columns={columns}
        rows={rows}
        rowId={({ account }) => account._id}
        sortModel={[{ field: by, sort: order }]}
        onSortModelChange={(model) => {
          const [sort] = model;
          const metric = metrics.find((one) => one === sort?.field);
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
        empty={<EmptyState title={isFiltered ? 'No account needs a look' : 'No accounts to compare'} />}
        density={isDense ? 'compact' : 'comfortable'}
      />
    </Card>
  );
}

interface Columns {
  metrics: readonly ComparedMetric[];
  previous: DayRange | null;
  colors: ReadonlyMap<string, AccountColor>;
  by: ComparedMetric;
  unusual: ReadonlyMap<string, ReadonlySet<string>>;
  isDense: boolean;
}

function toColumns({ metrics, previous, colors, by, unusual, isDense }: Columns): GridColumn<ComparedRow, Field>[] {
  return [
    {
      field: 'account',
      header: 'Account',
      width: isDense ? undefined : 'clamp(154px, 12vw, 160px)',
      phone: 'lead',
      cell: ({ account }) => (
        <Link to="/account/$id" params={{ id: account._id }} search={periodSearch} className={styles.account}>
          <Avatar
            src={account.picture ?? account.profile_picture_url}
            name={displayName(account)}
            size={isDense ? 24 : 32}
            ring={colors.get(account._id)?.color}
            dashed={colors.get(account._id)?.dashed}
          />
          <bdi className={styles.name}>{displayName(account)}</bdi>
        </Link>
      ),
    },
    ...metrics.map((metric): GridColumn<ComparedRow, Field> => ({
      field: metric,
      header: metricLabels[metric].title,
      width: longTitles.has(metric) ? 'clamp(98px, 7.6vw, 126px)' : 'clamp(98px, 7.6vw, 106px)',
      // Phones show one metric at a time: the one the rows are sorted by.
      phone: metric === by ? 'action' : 'hidden',
      align: 'end',
      sortable: true,
      sortValue: ({ compared }) => findCompared(compared, metric)?.current ?? null,
      cell: ({ account, compared }) => (
        <ComparedValue
          account={compared}
          metric={metric}
          previous={previous}
          isUnusual={unusual.get(account._id)?.has(metric)}
        />
      ),
    })),
  ];
}
