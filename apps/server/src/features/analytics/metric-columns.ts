/** The column of `account_day` for a metric of the contract. */
export const metricColumns = { views: 'views', reach: 'reach', total_interactions: 'interactions' } as const;

export type MetricColumn = (typeof metricColumns)[keyof typeof metricColumns];
