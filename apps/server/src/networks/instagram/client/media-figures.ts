import type { MediaTotals } from '../../../database/tables/sync.ts';
import { postMetricRows } from '../../../metrics/post-columns.ts';
import { toCells, metricNamed, toTotal, type InsightReply } from './insight-reply.ts';

const asked = postMetricRows.flatMap(([, { column, instagram }]) =>
  column === null || instagram === null ? [] : [{ column, ...instagram }],
);
const totals = asked.filter(({ cell }) => cell === undefined);
/** Metrics that are rows of a table, by the table's metric. */
const tables = Map.groupBy(
  asked.flatMap(({ cell, ...one }) => (cell ? [{ ...one, ...cell }] : [])),
  ({ name }) => name,
);

/** Returns the metrics in an insights reply; missing ones are absent. */
export function figuresIn(reply: InsightReply): Partial<MediaTotals> {
  const figures: Partial<MediaTotals> = {};
  for (const { name, column } of totals) {
    const value = toTotal(metricNamed(reply, name));
    if (value !== null) figures[column] = value;
  }
  for (const [name, cells] of tables) {
    const [first] = cells;
    const found = first && toCells(metricNamed(reply, name), first.breakdown);
    if (!found) continue;
    const named = new Set(cells.map(({ value }) => value));
    const rest = cells.find(({ value }) => value === null);
    const unknown = [...found].filter(([value]) => !named.has(value));
    // An unknown value must not turn the known ones into zeros.
    const absent = unknown.length > 0 && !rest ? null : 0;
    for (const { value, column } of cells) if (value !== null) figures[column] = found.get(value) ?? absent;
    if (rest) figures[rest.column] = unknown.reduce((sum, [, count]) => sum + count, 0);
  }
  return figures;
}
