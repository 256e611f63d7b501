import { type LabelMetric, labelMetrics } from '@tidemark/contract';

export const labelSpans = [90, 182, 365, 730] as const;
export type LabelSpan = (typeof labelSpans)[number];

/** The page's URL parameters; defaults are omitted. */
export interface LabelSearch {
  metric?: LabelMetric;
  span?: string;
}

export interface LabelView {
  metric: LabelMetric;
  /** Number of past days to cover. */
  span: LabelSpan;
}

/** Parses the page's parameters from a URL, dropping invalid values. */
export function labelSearch(search: Record<string, unknown>): LabelSearch {
  const { metric, span } = toLabelView(search);
  return { ...(metric !== 'total_interactions' && { metric }), ...(span !== 365 && { span: String(span) }) };
}

export function toLabelView({ metric, span }: Record<string, unknown>): LabelView {
  return {
    metric: labelMetrics.find((one) => one === metric) ?? 'total_interactions',
    span: labelSpans.find((one) => String(one) === String(span)) ?? 365,
  };
}
