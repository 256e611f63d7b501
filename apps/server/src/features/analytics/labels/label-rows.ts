import { dayMillis, labelTestDays, type PostLabel } from '@tidemark/contract';
import type { LabelRow } from './queries.ts';

export function toLabel(row: LabelRow): PostLabel {
  const { test_metric: metric, test_account_ids: accountIds, test_started_at: startedAt } = row;
  return {
    id: row.label_id,
    name: row.name,
    color: row.color,
    rule: row.rule,
    test:
      metric && accountIds && startedAt
        ? { metric, accountIds, startedAt: startedAt.toISOString(), resultAt: toResultAt(startedAt).toISOString() }
        : null,
    createdAt: row.created_at.toISOString(),
  };
}

export function toResultAt(startedAt: Date): Date {
  return new Date(startedAt.getTime() + labelTestDays * dayMillis);
}

/** Splits labels into those with a rule, and the IDs of the rest. */
export function splitByRule(rows: readonly LabelRow[]) {
  return {
    ruled: rows.flatMap(({ label_id: id, rule }) => (rule ? [{ id, rule }] : [])),
    byHand: rows.flatMap(({ label_id: id, rule }) => (rule ? [] : [id])),
  };
}
