import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';

/** Stores the version that Meta answers with whenever it changes, and logs each unexpected version once. */
export function createGraphVersionWatch(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  requested: string,
): (answered: string) => void {
  const logged = new Set([requested]);
  let latest: string | null = null;
  return (answered) => {
    if (answered === latest) return;
    latest = answered;
    if (!logged.has(answered))
      log.warn({ requested, answered }, 'Meta answers with another Graph API version than requested');
    logged.add(answered);
    storeVersion(db, { requested, answered, seen_at: clock() }).catch((err: unknown) => {
      latest = null;
      log.warn({ err }, 'Could not store the version of the Graph API');
    });
  };
}

async function storeVersion(db: Database, row: { requested: string; answered: string; seen_at: Date }): Promise<void> {
  await db
    .insertInto('graph_version')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('requested').doUpdateSet({ answered: row.answered, seen_at: row.seen_at }),
    )
    .execute();
}

/** Returns the version in Meta's latest reply to requests for a version; null before the first reply. */
export async function findAnsweredVersion(db: Database, requested: string): Promise<string | null> {
  const row = await db
    .selectFrom('graph_version')
    .select('answered')
    .where('requested', '=', requested)
    .executeTakeFirst();
  return row?.answered ?? null;
}
