import { z } from 'zod';

/** Some replies contain numbers as text. */
export const Count = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/).transform(Number)]); // prettier-ignore

const Cell = z.object({ dimension_values: z.array(z.string()), value: Count.nullable().catch(null) });
const Breakdown = z.object({
  dimension_keys: z.array(z.string()),
  results: z.array(Cell).optional(),
});
const Metric = z.object({
  name: z.string(),
  total_value: z
    .object({
      value: Count.nullish().catch(null),
      // An unparsable table affects its cells, not the total.
      breakdowns: z.array(Breakdown).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  values: z
    .array(z.object({ value: z.unknown(), end_time: z.string().optional() }))
    .optional()
    .catch(undefined),
});
export type InsightMetric = z.infer<typeof Metric>;

/** A reply's metrics; unparsable ones are left out. */
export const InsightReply = z.object({
  data: z.array(z.unknown()).transform((metrics) =>
    metrics.flatMap((metric) => {
      const parsed = Metric.safeParse(metric);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
});
export type InsightReply = z.infer<typeof InsightReply>;

export function metricNamed(reply: InsightReply, name: string): InsightMetric | undefined {
  return reply.data.find((metric) => metric.name === name);
}

/** Returns a metric's single number: for a window, or a lifetime total. Null when Instagram returns none. */
export function toTotal(metric: InsightMetric | undefined): number | null {
  return toCount(metric?.total_value?.value ?? metric?.values?.[0]?.value);
}

export function toCount(value: unknown): number | null {
  const count = Count.safeParse(value);
  return count.success && Number.isFinite(count.data) ? count.data : null;
}

/** The relation between a table's cells and its total; overlapping cells may count a person several times. */
type Counted = 'items' | 'people' | 'overlapping people';

/**
 * Returns one dimension's cells by upper-case value, because Meta's case varies. The dimension is found by its key,
 * because Instagram may put others first. Null when there is no table, or one that contradicts its total; a total of 0
 * without a list means zeros.
 */
export function toCells(
  metric: InsightMetric | undefined,
  dimension: string,
  counted: Counted = 'items',
): Map<string, number> | null {
  const total = metric?.total_value;
  const table = total?.breakdowns?.find(({ dimension_keys }) => dimension_keys.includes(dimension));
  const value = total?.value ?? null;
  if (!table?.results) return value === 0 ? new Map() : null;
  const at = table.dimension_keys.indexOf(dimension);
  const cells = new Map<string, number>();
  for (const { dimension_values, value: count } of table.results) {
    // A missing number invalidates the table: the others would no longer add up to the total.
    if (count === null) return null;
    const key = dimension_values[at]?.toUpperCase();
    if (key !== undefined) cells.set(key, (cells.get(key) ?? 0) + count);
  }
  if (value === null) return cells;
  return fits([...cells.values()], value, counted) ? cells : null;
}

/**
 * Tolerates small differences: Instagram estimates each part of a unique count by itself, and live parts over 90 days
 * were 1 to 2 % off their whole.
 */
function fits(counts: readonly number[], total: number, counted: Counted): boolean {
  if (counted === 'items') return sum(counts) === total;
  const slack = 0.02 * total + 2;
  const isWithin = counts.every((count) => count <= total + slack);
  return isWithin && (counted === 'overlapping people' || sum(counts) >= total - slack);
}

/** Returns the number of rows in a dimension's table, or null without a table. */
export function countRows(metric: InsightMetric | undefined, dimension: string): number | null {
  const table = metric?.total_value?.breakdowns?.find(({ dimension_keys }) => dimension_keys.includes(dimension));
  return table ? (table.results ?? []).length : null;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
