import { addDays, type CardMetric } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { cardMetricRows } from '../../../metrics/card-metrics.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { loadFigures } from '../account-figures/load-figures.ts';
import type { FigureColumn } from '../account-figures/queries.ts';
import { type AccountFigures, isPeopleColumn } from '../formulas/account-figures.ts';
import type { Period } from '../formulas/period.ts';
import { loadCard } from '../metric-cards/load-card.ts';
import { columnDefinitions, listColumnFields } from './definitions.ts';
import { type EvidenceDeps, findCalls, type StoredValue } from './find-calls.ts';
import { findFollowers } from './find-followers.ts';
import { loadGained } from './load-gained.ts';
import { loadMetricBefore } from './load-metric-before.ts';
import { type Explanation, findOnlyNetwork, type Networks } from './load-networks.ts';
import { listBoundingWindows, listDayValues } from './queries.ts';
import { writeFormula } from './write-formula.ts';

/** Loads where a metric's value comes from. */
export async function loadMetricEvidence(
  deps: EvidenceDeps,
  scope: AccountScope,
  metric: CardMetric,
  { networks, period, asOf }: { networks: Networks; period: Period; asOf: Date | null },
): Promise<Explanation> {
  const { clock, dayZone } = deps;
  const cardDeps = { ...deps, today: dayIn(dayZone, clock()) };
  const columns = toColumns(metric);
  const dayBefore = addDays(period.from, -1);
  const [card, accounts, before] = await Promise.all([
    loadCard(cardDeps, scope, metric, { current: period, previous: null }),
    loadFigures(cardDeps, scope, columns, period),
    metric === 'follower-growth-rate' ? loadFigures(cardDeps, scope, columns, { from: dayBefore, to: dayBefore }) : [],
  ]);
  const values = await listValues(deps, scope, { columns, accounts, period });
  if (metric === 'follower-growth-rate')
    values.push(...(await listValues(deps, scope, { columns, accounts: before, period: before[0]?.period ?? period })));
  const network = findOnlyNetwork(networks, scope);
  const inFields = values.filter(({ accountId }) => networks.has(accountId));
  const [tables, followers, gained] = await Promise.all([
    findCalls(
      deps,
      values.filter(({ accountId }) => !networks.has(accountId)),
    ),
    findFollowers(
      deps,
      networks,
      inFields.filter(({ column }) => column === 'followers'),
    ),
    inFields.length > 0 ? loadGained(deps, scope, { networks, columns, period }) : { calls: [], missing: [] },
  ]);
  return {
    ...(network && metric === 'followers' && accounts.every(({ followers }) => followers === null)
      ? { value: null, isApprox: false, approx: null }
      : { value: card.current, isApprox: card.isApprox, approx: card.approx }),
    formula: writeFormula(metric, { card, period, accounts, before, network }),
    definitions: network ? listColumnFields(columns, network) : columns.map((column) => columnDefinitions[column]),
    ...gained,
    calls: [...tables.calls, ...followers.calls, ...gained.calls],
    omitted: tables.omitted,
    missing: [...tables.missing, ...followers.missing, ...gained.missing],
    answerDays: deps.answers.days,
    ...(asOf && { before: await loadMetricBefore(deps, scope, { metric, columns, period, asOf }) }),
  };
}

export function toColumns(metric: CardMetric): FigureColumn[] {
  return [...cardMetricRows[metric].parts];
}

interface Listed {
  columns: readonly FigureColumn[];
  accounts: readonly AccountFigures[];
  period: Period;
}

/** Lists the stored values that a number is computed from, newest first. */
async function listValues(
  { db }: EvidenceDeps,
  scope: AccountScope,
  { columns, accounts, period }: Listed,
): Promise<StoredValue[]> {
  const [days, windows] = await Promise.all([
    listDayValues(db, scope, columns, period),
    columns.some(isPeopleColumn) && period.from < period.to ? listBoundingWindows(db, scope, period) : [],
  ]);
  const lastWithFollowers = new Map(
    days.toReversed().flatMap((row) => ((row.followers ?? null) === null ? [] : [[row.account_id, row.day]])),
  );
  // Instagram's own count replaces the daily ones.
  const isCounted = (accountId: string, column: FigureColumn) =>
    isPeopleColumn(column) &&
    accounts.some((account) => account.accountId === accountId && account.people(column).isExact);
  const windowValues = windows.flatMap(({ account_id: accountId, fetched_at: at, first_day, end_day, ...row }) =>
    columns
      .filter((column) => isPeopleColumn(column) && row[column] !== null)
      .filter((column) => !isCounted(accountId, column) || (first_day === period.from && end_day === period.to))
      .map((column) => ({ accountId, at, column, days: { from: first_day, to: end_day } })),
  );
  const isWhole = (accountId: string, column: FigureColumn) =>
    isCounted(accountId, column) && windowValues.some((one) => one.accountId === accountId && one.column === column);
  const dayValues = days.flatMap((row) =>
    columns
      .filter((column) => (row[column] ?? null) !== null)
      .filter((column) => column !== 'followers' || lastWithFollowers.get(row.account_id) === row.day)
      .filter((column) => !isWhole(row.account_id, column))
      .map((column) => ({
        accountId: row.account_id,
        at: row.fetched_at,
        column,
        days: { from: row.day, to: row.day },
      })),
  );
  return [...windowValues, ...dayValues];
}
