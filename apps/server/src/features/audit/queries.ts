import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { toChainHash } from './hash-chain.ts';
import { checkpointAction, noUnchained, type Unchained } from './rules.ts';

/** Lists chained entries, newest first. */
export function listChained(db: Database, below: number | null, limit: number, action?: string) {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where('hash', 'is not', null)
    .$if(below !== null, (query) => query.where('entry_id', '<', below ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .execute();
}

export type ChainedRow = Awaited<ReturnType<typeof listChained>>[number];

/** Computes the chain hash for an entry with this content. */
export function toHash(row: ChainedRow): Buffer {
  const { at, action, target, change, outcome, failure, ip } = row;
  const entry = { at, actorId: row.actor_id, action, target, change, requestId: row.request_id, ip, outcome, failure };
  return toChainHash(row.previous_hash, entry);
}

/** Finds entries outside the chain, and the newest such entry. */
export async function findUnchained(db: Database): Promise<Unchained & { newest: number | null }> {
  const rows = await db.selectFrom('audit_entry').selectAll().where('hash', 'is', null).orderBy('entry_id').execute();
  const newest = rows.at(-1)?.entry_id ?? null;
  if (newest === null) return { ...noUnchained, newest };
  const digest = createHash('sha256');
  for (const row of rows) digest.update(toHash(row));
  return { count: rows.length, digest: digest.digest('hex'), newest };
}

/** Counts entries per key since the last checkpoint. */
export async function countAuditKeys(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('key_id')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('key_id', 'is not', null)
    .where('entry_id', '>=', (query) =>
      query
        .selectFrom('audit_entry as checkpoint')
        .select(({ fn }) => fn.coalesce(fn.max('checkpoint.entry_id'), sql<number>`0`).as('last'))
        .where('checkpoint.action', '=', checkpointAction),
    )
    .groupBy('key_id')
    .execute();
  return new Map(rows.flatMap(({ key_id: keyId, entries }) => (keyId === null ? [] : [[keyId, entries] as const])));
}
