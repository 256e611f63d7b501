/** Columns in `account_day` by the contract's metric names. */
export const metricColumns = { views: 'views', reach: 'reach', total_interactions: 'interactions' } as const;

export type MetricColumn = (typeof metricColumns)[keyof typeof metricColumns];
