import type { AccountMetric, BreakdownPart } from '@tidemark/contract';
import { wholeNumber } from '@tidemark/presentation';
import { dayIn } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { loadBreakdown } from '../breakdowns/load-breakdown.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import { listColumnFields, toPartDefinition } from './definitions.ts';
import { type EvidenceDeps, findCalls } from './find-calls.ts';
import { loadGained } from './load-gained.ts';
import { type Explanation, findOnlyNetwork, type Networks } from './load-networks.ts';
import { type EvidenceColumn, readColumn, toPartColumns } from './part-columns.ts';
import { listDayValues } from './queries.ts';

/** More terms are named by their number. */
const maxTerms = 31;

interface PartRequest {
  metric: AccountMetric;
  part: BreakdownPart;
  networks: Networks;
  period: Period;
}

/** Loads where a part of a metric comes from, such as views by non-followers. */
export async function loadPartEvidence(
  deps: EvidenceDeps,
  scope: AccountScope,
  { metric, part, networks, period }: PartRequest,
): Promise<Explanation> {
  const { db, clock, dayZone } = deps;
  const network = findOnlyNetwork(networks, scope);
  const { columns: all, isRemainder } = toPartColumns(metric, part);
  const columns = network ? all.filter((column) => listColumnFields([column], network).length > 0) : all;
  const [{ breakdowns }, days] = await Promise.all([
    loadBreakdown({ ...deps, today: dayIn(dayZone, clock()) }, scope, metric, period),
    columns.length === 0 ? [] : listDayValues(db, scope, columns, period),
  ]);
  const table = breakdowns.find(({ dimensionKeys: [key] }) => key === part.dimension);
  const value = table?.results.find(({ dimensionValues: [name] }) => name === part.value)?.value ?? null;
  const sum = (column: EvidenceColumn) => days.reduce((total, row) => total + (readColumn(row, column) ?? 0), 0);
  const values = days.flatMap((row) =>
    columns
      .filter((column) => readColumn(row, column) !== null)
      .map((column) => ({
        accountId: row.account_id,
        at: row.fetched_at,
        column,
        days: { from: row.day, to: row.day },
      })),
  );
  const [tables, gained] = await Promise.all([
    findCalls(
      deps,
      values.filter(({ accountId }) => !networks.has(accountId)),
    ),
    networks.size > 0 ? loadGained(deps, scope, { networks, columns, period }) : { calls: [], missing: [] },
  ]);
  return {
    value,
    isApprox: value !== null && (table?.isApprox ?? false),
    approx: value === null ? null : (table?.approx ?? null),
    formula: write(),
    definitions: network ? listColumnFields(columns, network) : [toPartDefinition(metric, part.dimension)],
    ...gained,
    calls: [...tables.calls, ...gained.calls],
    omitted: tables.omitted,
    missing: [...tables.missing, ...gained.missing],
    answerDays: deps.answers.days,
  };

  function write(): string {
    if (value === null) return `${network?.name ?? 'Instagram'} does not report this part for this range.`;
    const [first, ...others] = columns;
    if (isRemainder && first)
      return `${wholeNumber(sum(first))} in total − ${others.map((column) => wholeNumber(sum(column))).join(' − ')} that ${network?.name ?? 'Instagram'} attributes = ${wholeNumber(value)}`;
    const byDay = Map.groupBy(days.toReversed(), ({ day }) => day);
    const terms = [...byDay.values()].map((rows) =>
      rows.reduce((total, row) => total + (first ? (readColumn(row, first) ?? 0) : 0), 0),
    );
    const listed = terms.length > maxTerms ? `the sum of ${terms.length} days` : terms.map(wholeNumber).join(' + ');
    const people =
      metric === 'reach' && countPeriodDays(period) > 1
        ? '. Someone who came on two days is in two of these numbers, so that only their shares are shown.'
        : '';
    return `${listed} = ${wholeNumber(value)}${people}`;
  }
}
