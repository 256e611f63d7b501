import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Signer } from '../../platform/signer.ts';
import { toChainHash } from './hash-chain.ts';

export const auditPurpose = 'audit log';

export interface AuditLog {
  db: Database;
  signer: Signer;
  /** Called with each new chain head, so that it can be stored outside the database. */
  onHead(head: AuditHead): void;
  /** Called if the entry for a failed operation could not be written. */
  onUnwritten(error: unknown): void;
}

export interface AuditHead {
  head: string;
  entries: number;
}

export interface AuditEntry {
  actorId: string | null;
  action: string;
  target: string;
  change: unknown;
  requestId: string | null;
  /** IP address behind an operator's request; null for users' own actions and for anything not triggered over HTTP. */
  ip: string | null;
}

/** Fields of an entry that no user's request has caused. */
export const bySystem = { actorId: null, requestId: null, ip: null } as const;

type Outcome = { outcome: 'ok' | 'failed'; failure: string | null };

/** Adds an entry for a completed action. Entries are append-only. */
export async function writeAuditEntry(audit: AuditLog, entry: AuditEntry): Promise<void> {
  await add(audit, entry, { outcome: 'ok', failure: null });
}

/**
 * Runs an operator's work and writes exactly one entry: in the same transaction, or with the error code if the work
 * fails. `record` adds details to the entry that only the work knows, such as the previous state.
 */
export async function audited<Result>(
  audit: AuditLog,
  entry: AuditedEntry,
  work: (transaction: Transaction, record: Note) => Promise<Result>,
): Promise<Result> {
  return auditedAfter(
    audit,
    entry,
    async () => undefined,
    (transaction, _, record) => work(transaction, record),
  );
}

export type AuditedEntry = Omit<AuditEntry, 'change'> & { change: object };
type Note = (more: object) => void;

/**
 * Works like `audited`, for work that needs data from another system: `fetch` completes before the transaction starts.
 */
export async function auditedAfter<Fetched, Result>(
  audit: AuditLog,
  entry: AuditedEntry,
  fetch: () => Promise<Fetched>,
  work: (transaction: Transaction, fetched: Fetched, record: Note) => Promise<Result>,
): Promise<Result> {
  let change = entry.change;
  const record = (more: object) => void (change = { ...change, ...more });
  try {
    const fetched = await fetch();
    const { result, head } = await audit.db.transaction().execute(async (transaction) => ({
      result: await work(transaction, fetched, record),
      head: await append(transaction, audit.signer, { ...entry, change }, { outcome: 'ok', failure: null }),
    }));
    audit.onHead(head);
    return result;
  } catch (error) {
    const failure = error instanceof ApiError ? error.code : 'internal_error';
    // The caller must see the original error.
    await add(audit, { ...entry, change }, { outcome: 'failed', failure }).catch(audit.onUnwritten);
    throw error;
  }
}

/** Runs work and adds an entry for the change it returns, if any, in the same transaction. */
export async function auditIfChanged<Change>(
  audit: AuditLog,
  work: (transaction: Transaction) => Promise<Change | null>,
  toEntry: (change: Change) => AuditEntry,
): Promise<Change | null> {
  const { change, head } = await audit.db.transaction().execute(async (transaction) => {
    const made = await work(transaction);
    const entry = made !== null && toEntry(made);
    const outcome: Outcome = { outcome: 'ok', failure: null };
    return { change: made, head: entry ? await append(transaction, audit.signer, entry, outcome) : null };
  });
  if (head) audit.onHead(head);
  return change;
}

async function add({ db, signer, onHead }: AuditLog, entry: AuditEntry, outcome: Outcome): Promise<void> {
  onHead(await db.transaction().execute((transaction) => append(transaction, signer, entry, outcome)));
}

/** Locks the chain's only head row until the transaction ends, so that the chain cannot fork. */
async function append(
  transaction: Transaction,
  signer: Signer,
  entry: AuditEntry,
  { outcome, failure }: Outcome,
): Promise<AuditHead> {
  const { head } = await transaction.selectFrom('audit_chain').select('head').forUpdate().executeTakeFirstOrThrow();
  const { actorId, action, target, requestId, ip } = entry;
  const change = JSON.stringify(entry.change);
  const at = new Date();
  const hash = toChainHash(head, {
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
      key_id: signer.keyId,
      signature: signer.sign(hash),
    })
    .execute();
  const { entries } = await transaction
    .updateTable('audit_chain')
    .set({ head: hash, entries: sql`entries + 1` })
    .returning('entries')
    .executeTakeFirstOrThrow();
  return { head: hash.toString('hex'), entries };
}
