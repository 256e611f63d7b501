import { type Approximation, type ComparedValue, type OverviewMetric, overviewMetrics } from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { toUnit } from '../../../metrics/card-metrics.ts';
import type { Column, Value } from '../../../platform/files/table.ts';
import type { Periods } from '../metric-cards/load-card.ts';

export const units: Record<OverviewMetric, string> = mapNames(overviewMetrics, toUnit);

export const exactnessColumns: readonly Column[] = [
  { name: 'approximate' },
  { name: 'reasons' },
  { name: 'lower' },
  { name: 'upper' },
];

/** Returns the columns that say how exact a value is. */
export function toExactnessCells(approx: Approximation | null): Record<string, Value> {
  return {
    approximate: approx !== null,
    reasons: approx?.reasons.join(' ') ?? null,
    lower: approx?.lower ?? null,
    upper: approx?.upper ?? null,
  };
}

export const valueColumns: readonly Column[] = [
  { name: 'metric' },
  { name: 'unit' },
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
  { name: 'value' },
  ...exactnessColumns,
  { name: 'compared_from', kind: 'day' },
  { name: 'compared_to', kind: 'day' },
  { name: 'compared_days' },
  { name: 'previous' },
  { name: 'previous_reasons' },
  { name: 'previous_lower' },
  { name: 'previous_upper' },
  { name: 'change' },
  { name: 'change_percent' },
  { name: 'change_state' },
  { name: 'change_percent_lower' },
  { name: 'change_percent_upper' },
];

/** Returns the columns for a metric's value and its change; all but the first are empty where nothing is stored. */
export function toValueCells(
  metric: OverviewMetric,
  value: ComparedValue | null,
  { current, previous }: Periods,
): Record<string, Value> {
  const start = { metric, unit: units[metric], from: current.from, to: current.to };
  if (!value) return start;
  const compared = value.previous === null ? null : previous;
  return {
    ...start,
    value: value.current,
    ...toExactnessCells(value.approx),
    compared_from: compared?.from ?? null,
    compared_to: compared?.to ?? null,
    compared_days: compared ? value.comparison.days : null,
    previous: value.previous,
    previous_reasons: value.previousApprox?.reasons.join(' ') ?? null,
    previous_lower: value.previousApprox?.lower ?? null,
    previous_upper: value.previousApprox?.upper ?? null,
    change: value.change,
    change_percent: value.percentChange,
    change_state: value.changeState,
    change_percent_lower: value.changeBounds?.lower ?? null,
    change_percent_upper: value.changeBounds?.upper ?? null,
  };
}
