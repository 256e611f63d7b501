import { accountMetrics, type AccountMetric, type MetricCard, type OverviewMetric } from '@tidemark/contract';
import { findCompared, listComparedMetrics } from '@tidemark/presentation';
import { readOnce, type Table, type Value } from '../../../platform/files/table.ts';
import { loadComparedAccounts } from '../account-comparison/load-compared-accounts.ts';
import { loadBreakdown } from '../breakdowns/load-breakdown.ts';
import { loadCard } from '../metric-cards/load-card.ts';
import { listDaysByAccount } from '../timeseries/list-days.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { countPublished } from './published-days.ts';
import { exactnessColumns, toExactnessCells, toValueCells, units, valueColumns } from './value-columns.ts';

type Row = Record<string, Value>;

const isAccountMetric = (metric: OverviewMetric): metric is AccountMetric =>
  accountMetrics.some((known) => known === metric);

/** Tabulates each metric's value over the range, and its change. */
export function metricsTable(deps: ExportDeps, request: ExportRequest): Table {
  return {
    name: 'metrics',
    title: 'Metrics',
    columns: valueColumns,
    rows: readOnce(async function* () {
      for (const metric of request.metrics)
        yield metric === 'post-activity'
          ? toPublishedRow(request, await deps.load((db) => countPublished({ ...deps, db }, request)))
          : toValueCells(metric, withData(await loadMetric(deps, request, metric)), request.periods);
    }),
  };
}

function toPublishedRow({ periods }: ExportRequest, published: Awaited<ReturnType<typeof countPublished>>): Row {
  return {
    ...toValueCells('post-activity', null, periods),
    value: published.posts,
    ...toExactnessCells(published.approx),
  };
}

function loadMetric(
  deps: ExportDeps,
  { scope, periods }: ExportRequest,
  metric: Exclude<OverviewMetric, 'post-activity'>,
) {
  return deps.load((db) => loadCard({ ...deps, db }, scope, metric, periods));
}

/** Drops a card without a stored day: its zero would look like a value. */
function withData(card: MetricCard): MetricCard | null {
  return card.current === 0 && card.series.every(({ value }) => value === null) ? null : card;
}

/** Tabulates views, reach and interactions by surface, and by audience or kind. */
export function breakdownsTable(deps: ExportDeps, { scope, periods, metrics }: ExportRequest): Table {
  return {
    name: 'breakdowns',
    title: 'Breakdowns',
    columns: [
      { name: 'metric' },
      { name: 'unit' },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
      { name: 'dimension' },
      { name: 'part' },
      { name: 'value' },
      ...exactnessColumns,
    ],
    rows: readOnce(async function* () {
      for (const metric of metrics.filter(isAccountMetric)) {
        const { breakdowns } = await deps.load((db) => loadBreakdown({ ...deps, db }, scope, metric, periods.current));
        for (const { dimensionKeys, results, approx } of breakdowns)
          for (const { value, dimensionValues } of results)
            yield {
              metric,
              unit: units[metric],
              ...periods.current,
              dimension: dimensionKeys.join(' '),
              part: dimensionValues.join(' '),
              value,
              ...toExactnessCells(approx),
            };
      }
    }),
  };
}

/** Tabulates the days in the range and the comparison period, as the cards' charts and bars show them. */
export function daysTable(deps: ExportDeps, request: ExportRequest): Table {
  const { scope, periods, metrics, accounts } = request;
  const usernames = new Map(accounts.map(({ accountId, username }) => [accountId, username]));

  async function* accountDays(metric: AccountMetric): AsyncGenerator<Row> {
    for (const [period, range] of Object.entries(periods)) {
      if (!range) continue;
      const perAccount = await deps.load((db) => listDaysByAccount({ ...deps, db }, scope, metric, range));
      for (const [accountId, days] of Object.entries(perAccount))
        for (const day of days)
          yield {
            account: usernames.get(accountId) ?? null,
            account_id: accountId,
            period,
            ...toDayCells(metric, day),
          };
    }
  }

  return {
    name: 'days',
    title: 'Days',
    columns: [
      { name: 'metric' },
      { name: 'unit' },
      { name: 'account' },
      { name: 'account_id' },
      { name: 'period' },
      { name: 'day', kind: 'day' },
      { name: 'value' },
      { name: 'approximate' },
      { name: 'reasons' },
    ],
    rows: readOnce(async function* () {
      for (const metric of metrics) {
        if (isAccountMetric(metric)) {
          yield* accountDays(metric);
          continue;
        }
        const days =
          metric === 'post-activity'
            ? (await deps.load((db) => countPublished({ ...deps, db }, request))).days
            : (await loadMetric(deps, request, metric)).series;
        for (const day of days)
          yield { account: null, account_id: null, period: 'current', ...toDayCells(metric, day) };
      }
    }),
  };
}

function toDayCells(metric: OverviewMetric, { date, value, isClosed }: MetricCard['series'][number]): Row {
  const isRunning = value !== null && !isClosed;
  return {
    metric,
    unit: units[metric],
    day: date,
    value,
    approximate: value === null ? null : isRunning,
    reasons: isRunning ? 'day_not_closed' : null,
  };
}

/** Tabulates each account's own metrics. */
export function accountsTable(deps: ExportDeps, { scope, periods, accounts, existing }: ExportRequest): Table {
  const usernames = new Map(accounts.map(({ accountId, username }) => [accountId, username]));
  return {
    name: 'accounts',
    title: 'Accounts',
    columns: [{ name: 'account' }, { name: 'account_id' }, ...valueColumns],
    rows: readOnce(async function* () {
      const compared = await deps.load((db) => loadComparedAccounts({ ...deps, db }, scope, periods));
      for (const account of compared)
        for (const metric of listComparedMetrics({ metrics: existing }))
          yield {
            account: usernames.get(account.accountId) ?? null,
            account_id: account.accountId,
            ...toValueCells(metric, findCompared(account, metric), periods),
          };
    }),
  };
}
