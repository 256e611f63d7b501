import { metaPages, type MetricRow } from './metric-row.ts';

/** Metrics that the API still names, always without a value. */
export const retiredMetrics = {
  impressions: {
    validUntil: { day: '2025-04-21', source: metaPages.version22, successor: 'views' },
  },
} as const satisfies Record<string, Required<Pick<MetricRow, 'validUntil'>>>;
