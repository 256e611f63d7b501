import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { sealOf } from './seal.ts';

export interface AuditEntry {
  actorId: string | null;
  action: string;
  target: string;
  change: unknown;
  requestId: string | null;
  /** Where an operator's request came from; null for what nobody asked for by HTTP, and for people's own deeds. */
  ip: string | null;
}

type Outcome = { outcome: 'ok' | 'failed'; failure: string | null };

/** Adds an entry for what has been done already. Entries are added, never changed. */
export async function writeAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await db.transaction().execute((transaction) => append(transaction, entry, { outcome: 'ok', failure: null }));
}

/**
 * Does an operator's work and writes exactly one entry of it: with the work, in one transaction, or, when it fails, an
 * entry that says with which code. `note` adds to the change what only the work can know, such as the state before.
 */
export async function audited<Result>(
  db: Database,
  entry: Omit<AuditEntry, 'change'> & { change: object },
  work: (transaction: Transaction, note: (more: object) => void) => Promise<Result>,
): Promise<Result> {
  let change = entry.change;
  const note = (more: object) => void (change = { ...change, ...more });
  try {
    return await db.transaction().execute(async (transaction) => {
      const result = await work(transaction, note);
      await append(transaction, { ...entry, change }, { outcome: 'ok', failure: null });
      return result;
    });
  } catch (error) {
    const failure = error instanceof Failure ? error.code : 'internal_error';
    await db
      .transaction()
      .execute((transaction) => append(transaction, { ...entry, change }, { outcome: 'failed', failure }));
    throw error;
  }
}

/** The chain's one row is held from reading its head to the end of the transaction: entries never fork. */
async function append(transaction: Transaction, entry: AuditEntry, { outcome, failure }: Outcome): Promise<void> {
  const { head } = await transaction.selectFrom('audit_chain').select('head').forUpdate().executeTakeFirstOrThrow();
  const { actorId, action, target, requestId, ip } = entry;
  const change = JSON.stringify(entry.change);
  const at = new Date();
  const hash = sealOf(head, {
    at,
    actorId,
    action,
    target,
    change: JSON.parse(change) as unknown,
    requestId,
    ip,
    outcome,
    failure,
  });
  await transaction
    .insertInto('audit_entry')
    .values({
      at,
      actor_id: actorId,
      action,
      target,
      change,
      request_id: requestId,
      ip,
      outcome,
      failure,
      previous_hash: head,
      hash,
    })
    .execute();
  await transaction
    .updateTable('audit_chain')
    .set({ head: hash, entries: sql`entries + 1` })
    .execute();
}
