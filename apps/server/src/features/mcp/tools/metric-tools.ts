import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  AccountMetric,
  CardMetric,
  getBreakdown,
  getMetricCard,
  getTimeseries,
  type MetricCard,
} from '@tidemark/contract';
import { z } from 'zod';
import {
  explainChanges,
  explainReasons,
  explainRedefinitions,
  round,
  roundOrNull,
  toChange,
  toExactness,
} from '../answer.ts';
import { toEvidence } from '../evidence-reference.ts';
import { metricDefinitions, metricNames } from '../metric-definitions.ts';
import { pageInput, toPage } from '../paging.ts';
import {
  compareInput,
  describePeriod,
  periodInput,
  toCardBody,
  toComparison,
  toEnd,
  toPeriod,
  toStart,
  type DayPeriod,
} from '../period.ts';
import { accountsInput, annotations, readAccounts, type ToolDeps } from '../tool-deps.ts';

/** A user has only a few slots on the server: more concurrent calls would wait for each other. */
const maxConcurrent = 3;
const daysPerPage = 120;

export function registerMetricTools(server: McpServer, { call, today, dayZone, answer }: ToolDeps): void {
  const getCard = (
    metric: CardMetric,
    body: { period: DayPeriod; comparison: DayPeriod | null; accountIds: string[] },
  ) =>
    call(getMetricCard, {
      params: { metric },
      body: { ...toCardBody(body.period, body.comparison), accountIds: body.accountIds },
    });

  server.registerTool(
    'get_overview',
    {
      title: 'Get the overview',
      description: `Returns all metrics of accounts together, each compared with an earlier period: ${metricNames.join(', ')}.`,
      inputSchema: z.strictObject({ ...accountsInput, ...periodInput, ...compareInput }),
      annotations,
    },
    ({ accountIds, from, to, compareWith }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const comparison = toComparison(period, compareWith);
        const { ids, has } = await readAccounts(call, accountIds);
        const body = { period, comparison, accountIds: ids };
        const existing = metricNames.filter(has);
        const cards: MetricCard[] = [];
        for (let at = 0; at < existing.length; at += maxConcurrent) {
          const names = existing.slice(at, at + maxConcurrent);
          cards.push(...(await Promise.all(names.map((metric) => getCard(metric, body)))));
        }
        return {
          metrics: existing.flatMap((metric, at) => {
            const card = cards[at];
            return card ? [{ metric, ...toValue(metric, card) }] : [];
          }),
          period: describePeriod(period, dayZone, comparison),
          accounts: body.accountIds.length,
          evidence: toEvidence('{metric}', period, body.accountIds),
          ...explainReasons(cards),
          ...explainRedefinitions(existing, period),
          ...explainChanges(cards),
        };
      }),
  );

  server.registerTool(
    'get_metric',
    {
      title: 'Get a metric',
      description: 'Returns one metric of accounts together for a period, compared with an earlier one.',
      inputSchema: z.strictObject({ metric: CardMetric, ...accountsInput, ...periodInput, ...compareInput }),
      annotations,
    },
    ({ metric, accountIds, from, to, compareWith }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const comparison = toComparison(period, compareWith);
        const { ids, require } = await readAccounts(call, accountIds);
        require(metric);
        const card = await getCard(metric, { period, comparison, accountIds: ids });
        return {
          metric,
          ...toValue(metric, card),
          definition: metricDefinitions[metric].definition,
          comparedDays: card.comparison.days,
          evidence: toEvidence(metric, period, ids),
          period: describePeriod(period, dayZone, comparison),
          accounts: ids.length,
          ...explainReasons([card]),
          ...explainRedefinitions([metric], period),
          ...explainChanges([card]),
        };
      }),
  );

  server.registerTool(
    'get_breakdown',
    {
      title: 'Break a metric down',
      description:
        'Splits views, reach or total_interactions by surface, by followers and non-followers, or by interaction.',
      inputSchema: z.strictObject({ metric: AccountMetric, ...accountsInput, ...periodInput }),
      annotations,
    },
    ({ metric, accountIds, from, to }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const { ids, require } = await readAccounts(call, accountIds);
        require(metric);
        const breakdown = await call(getBreakdown, {
          params: { metric },
          body: { startDate: toStart(period.from), endDate: toEnd(period.to), accountIds: ids },
        });
        return {
          metric,
          value: round(breakdown.value),
          unit: metricDefinitions[metric].unit,
          ...toExactness(breakdown),
          breakdowns: breakdown.breakdowns.map((table) => ({
            by: table.dimensionKeys.join(','),
            parts: Object.fromEntries(
              table.results.map(({ dimensionValues, value }) => [dimensionValues.join(','), round(value)]),
            ),
            ...toExactness(table),
          })),
          period: describePeriod(period, dayZone),
          accounts: ids.length,
          evidence: toEvidence(metric, period, ids),
          ...explainReasons([breakdown, ...breakdown.breakdowns]),
          ...explainRedefinitions([metric], period),
          method: `${metricDefinitions[metric].method} UNKNOWN and OTHER are what the network does not attribute.`,
        };
      }),
  );

  server.registerTool(
    'get_series',
    {
      title: 'Get a metric by day',
      description: 'Returns views, reach or total_interactions for each day and account.',
      inputSchema: z.strictObject({ metric: AccountMetric, ...accountsInput, ...periodInput, ...pageInput }),
      annotations,
    },
    ({ metric, accountIds, from, to, page }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const { ids, require } = await readAccounts(call, accountIds);
        require(metric);
        const { perAccount } = await call(getTimeseries, {
          params: { metric },
          body: { startDate: toStart(period.from), endDate: toEnd(period.to), accountIds: ids },
        });
        const all = Object.entries(perAccount).flatMap(([accountId, days]) =>
          days.map((day) => ({ accountId, ...day })),
        );
        const { items, paging } = toPage(all, page, daysPerPage);
        return {
          metric,
          unit: metricDefinitions[metric].unit,
          columns: ['day', 'value'],
          days: Object.fromEntries(
            [...Map.groupBy(items, ({ accountId }) => accountId)].map(([accountId, days]) => [
              accountId,
              days.map(({ date, value }) => [date, value]),
            ]),
          ),
          stillCounting: items.filter(({ isClosed }) => !isClosed).map(({ accountId, date }) => `${accountId} ${date}`),
          period: describePeriod(period, dayZone),
          exact: 'Each day as the network counted it; null was never fetched; stillCounting days may rise.',
          evidence: toEvidence(metric, period, ids),
          ...explainRedefinitions([metric], period),
          method: 'One value per day. People of several days must not be added up: use get_metric for reach.',
          paging,
        };
      }),
  );
}

function toValue(metric: CardMetric, card: MetricCard) {
  const { unit, method } = metricDefinitions[metric];
  return {
    value: round(card.current),
    unit,
    ...toExactness(card),
    previous: roundOrNull(card.previous),
    change: roundOrNull(card.change),
    ...toChange(card),
    method,
  };
}
