import { type AccountMetric, accountMetrics, type ComparedMetric, comparedMetrics } from '@tidemark/contract';

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

/** Parses the page's parameters from a URL; invalid values become the defaults. */
export function toView({ by, order, chart, scale, lines, only }: Record<string, unknown>): ComparisonView {
  return {
    by: comparedMetrics.find((metric) => metric === by) ?? 'views',
    order: order === 'asc' ? 'asc' : 'desc',
    chart: accountMetrics.find((metric) => metric === chart) ?? 'views',
    scale: lineScales.find((known) => known === scale) ?? 'linear',
    lines: typeof lines === 'string' && /^[A-Za-z0-9_,-]+$/.test(lines) ? lines.split(',').filter(Boolean) : null,
    isFiltered: only === 'look',
  };
}

export function toSearch({ by, order, chart, scale, lines, isFiltered }: ComparisonView): ComparisonSearch {
  return {
    ...(by !== 'views' && { by }),
    ...(order !== 'desc' && { order }),
    ...(chart !== 'views' && { chart }),
    ...(scale !== 'linear' && { scale }),
    ...(lines && lines.length > 0 && { lines: lines.join(',') }),
    ...(isFiltered && { only: 'look' }),
  };
}
