import type { LongTotal } from '../../client/window-insights.ts';
import type { Database } from '../../../../database/database.ts';

/** Metrics for which graph.instagram.com accepted one total over more than 30 days in 2026; unknown for other hosts. */
const metrics = ['reach', 'accounts_engaged'] as const satisfies LongTotal[];
const refusalMillis = 30 * 86_400_000;
const prefix = 'long-total:';
const toScope = (host: string, metric: LongTotal) => `${prefix}${host}:${metric}`;

/** Returns the metrics for which this host has not refused totals over more than 30 days within the last 30 days. */
export async function listAcceptedTotals(db: Database, host: string, now: Date): Promise<LongTotal[]> {
  const rows = await db
    .selectFrom('graph_pause')
    .select('scope')
    .where('scope', 'like', `${prefix}%`)
    .where('until', '>', now)
    .execute();
  const scopes = new Set(rows.map(({ scope }) => scope));
  return metrics.filter((metric) => !scopes.has(toScope(host, metric)));
}

/** Remembers a refusal for 30 days. */
export async function recordRefusedLongTotals(
  db: Database,
  { host, refused, now }: { host: string; refused: readonly LongTotal[]; now: Date },
): Promise<void> {
  if (refused.length === 0) return;
  const until = new Date(now.getTime() + refusalMillis);
  const reason = 'totals of more than 30 days are refused';
  await db
    .insertInto('graph_pause')
    .values(refused.map((metric) => ({ scope: toScope(host, metric), until, reason, updated_at: now })))
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ until, updated_at: now }))
    .execute();
}
