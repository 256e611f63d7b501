import type { ReportChoice, ReportRange, ReportSectionKind } from '@tidemark/contract';

/** The Overview's view at the time of sharing. */
export interface ShownPeriod {
  from: string;
  to: string;
  comparison: string;
}

export const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const;
/** Offered when a link is changed. */
export const newLifetimes = [
  { value: 'unchanged', label: 'Unchanged' },
  { value: '7', label: '7 days from now' },
  { value: '30', label: '30 days from now' },
  { value: '365', label: '1 year from now' },
  { value: 'never', label: 'Never' },
] as const;
export type Lifetime = (typeof lifetimes)[number]['value'];
export const toDays = (lifetime: Lifetime): number | null => (lifetime === 'never' ? null : Number(lifetime));

/** The Overview's sections, summed up first. */
export const initialSections: readonly ReportSectionKind[] = ['summary', 'metrics', 'days', 'breakdowns', 'posts'];

export const ranges = {
  shown: null,
  'last-7': { kind: 'last-days', days: 7 },
  'last-28': { kind: 'last-days', days: 28 },
  'last-30': { kind: 'last-days', days: 30 },
  'last-90': { kind: 'last-days', days: 90 },
  'last-365': { kind: 'last-days', days: 365 },
  'last-month': { kind: 'last-month' },
} as const satisfies Record<string, ReportRange | null>;
export type RangeName = keyof typeof ranges;

export const toRange = (name: RangeName, { from, to }: ShownPeriod): ReportRange =>
  ranges[name] ?? { kind: 'fixed', from, to };

/** Converts the comparison. A custom period cannot move along, so it becomes the previous one. */
export function toComparison(comparison: string): ReportChoice['comparison'] {
  if (comparison === 'nothing') return 'none';
  return comparison === 'last-year' ? 'previous-year' : 'previous-period';
}
