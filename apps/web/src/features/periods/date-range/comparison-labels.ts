import { dayLabel } from '#web/platform/format.ts';
import type { Comparison } from '../period.ts';

export const comparisonLabels = {
  'previous-period': 'Previous period',
  'last-year': 'Same period last year',
  custom: 'Custom period',
  nothing: 'None',
} as const;
export type ComparisonKind = keyof typeof comparisonLabels;

export function toComparisonKind(comparison: Comparison): ComparisonKind {
  return comparison === 'previous-period' || comparison === 'last-year' || comparison === 'nothing'
    ? comparison
    : 'custom';
}

/** Label next to a change: 'vs prev', or the period it is compared with. */
export function versusLabel(comparison: Comparison): string {
  const kind = toComparisonKind(comparison);
  if (kind === 'custom') return `vs ${dayLabel(comparison)}`;
  return { 'previous-period': 'vs prev', 'last-year': 'vs last year', nothing: '' }[kind];
}
