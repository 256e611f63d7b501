import { type AccountMetric, accountMetrics, type ComparedMetric, type NetworkMetrics } from '@tidemark/contract';
import { hasCard, listComparedMetrics } from '@tidemark/presentation';

export const lineScales = ['linear', 'log', 'indexed'] as const;
export type LineScale = (typeof lineScales)[number];

/** The page's URL parameters; defaults are omitted. */
export interface ComparisonSearch {
  by?: ComparedMetric;
  order?: 'asc';
  chart?: AccountMetric;
  scale?: LineScale;
  lines?: string;
  only?: 'look';
}

export interface ComparisonView {
  /** Metric that sorts the table. */
  by: ComparedMetric;
  order: 'asc' | 'desc';
  chart: AccountMetric;
  scale: LineScale;
  /** IDs of the accounts drawn; null until the user has chosen some. */
  lines: readonly string[] | null;
  /** Lists only accounts that need a look. */
  isFiltered: boolean;
}

/** Returns the metric that accounts are compared by at first: views, where their network counts them. */
export function toLead(metrics: NetworkMetrics | undefined): 'views' | 'total_interactions' {
  return hasCard(metrics, 'views') ? 'views' : 'total_interactions';
}

/** Lists the metrics of days that a network has. */
export function listCharts(metrics: NetworkMetrics | undefined): AccountMetric[] {
  return accountMetrics.filter((metric) => hasCard(metrics, metric));
}

/** Parses the page's parameters from a URL; what is invalid, or not of the network, becomes the default. */
export function toView(
  { by, order, chart, scale, lines, only }: Record<string, unknown>,
  metrics?: NetworkMetrics,
): ComparisonView {
  return {
    by: listComparedMetrics({ metrics }).find((metric) => metric === by) ?? toLead(metrics),
    order: order === 'asc' ? 'asc' : 'desc',
    chart: listCharts(metrics).find((metric) => metric === chart) ?? toLead(metrics),
    scale: lineScales.find((known) => known === scale) ?? 'linear',
    lines: typeof lines === 'string' && /^[A-Za-z0-9_,-]+$/.test(lines) ? lines.split(',').filter(Boolean) : null,
    isFiltered: only === 'look',
  };
}

export function toSearch(
  { by, order, chart, scale, lines, isFiltered }: ComparisonView,
  metrics?: NetworkMetrics,
): ComparisonSearch {
  const lead = toLead(metrics);
  return {
    ...(by !== lead && { by }),
    ...(order !== 'desc' && { order }),
    ...(chart !== lead && { chart }),
    ...(scale !== 'linear' && { scale }),
    ...(lines && lines.length > 0 && { lines: lines.join(',') }),
    ...(isFiltered && { only: 'look' }),
  };
}
