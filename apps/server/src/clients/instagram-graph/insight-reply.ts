import { z } from 'zod';

const Breakdown = z.object({
  dimension_keys: z.array(z.string()),
  results: z.array(z.object({ dimension_values: z.array(z.string()), value: z.number().nullable() })).optional(),
});
const Metric = z.object({
  name: z.string(),
  total_value: z.object({ value: z.number().nullish(), breakdowns: z.array(Breakdown).optional() }).optional(),
  values: z.array(z.object({ value: z.unknown(), end_time: z.string().optional() })).optional(),
});
export const InsightReply = z.object({ data: z.array(Metric) });
export type InsightMetric = z.infer<typeof Metric>;

export function metricNamed(reply: z.infer<typeof InsightReply>, name: string): InsightMetric | undefined {
  return reply.data.find((metric) => metric.name === name);
}

/** The one number of a metric: of a window, or a lifetime total. Null when Instagram gives none. */
export function totalOf(metric: InsightMetric | undefined): number | null {
  const value = metric?.total_value?.value ?? metric?.values?.[0]?.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * The cells of one dimension, by value; read by the key's name, because Instagram may put others in front. A table
 * without results says that there is nothing to list, unless the total says otherwise.
 */
export function cellsOf(metric: InsightMetric | undefined, dimension: string): Map<string, number> | null {
  const total = metric?.total_value;
  const table = total?.breakdowns?.find(({ dimension_keys }) => dimension_keys.includes(dimension));
  if (!table?.results) return total?.value === 0 || (table && total?.value === undefined) ? new Map() : null;
  const at = table.dimension_keys.indexOf(dimension);
  const cells = new Map<string, number>();
  for (const { dimension_values, value } of table.results) {
    // A number that is not told spoils the table: the others would no longer add up to the whole.
    if (value === null) return null;
    const key = dimension_values[at];
    if (key !== undefined) cells.set(key, (cells.get(key) ?? 0) + value);
  }
  return cells;
}
