import type { AuditChain, AuditProblem } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Signer } from '../../platform/signer.ts';
import { findUnchained, toHash, listChained, type ChainedRow } from './queries.ts';
import { checkpointAction, isSameUnchained, noUnchained, readCheckpoint } from './rules.ts';

const batchSize = 1_000;

export interface VerifyAuditOptions {
  /** Maximum number of entries, newest first. */
  max?: number;
  /** Accepts entries with signatures that cannot be checked, such as before the first checkpoint. */
  acceptUnsigned?: boolean;
}

/**
 * Checks each entry's hash, link and signature. A checkpoint vouches for all earlier entries, which need no signature
 * because they predate signatures or their key was rotated out. Without a signer, only hashes are checked.
 */
export async function verifyAudit(
  { db, signer }: { db: Database; signer: Signer | null },
  { max = Number.MAX_SAFE_INTEGER, acceptUnsigned = false }: VerifyAuditOptions = {},
): Promise<AuditChain & { head: string | null }> {
  const { entries, head } = await db.selectFrom('audit_chain').select(['entries', 'head']).executeTakeFirstOrThrow();
  let expected = head;
  let below: number | null = null;
  let checked = 0;
  let isVouchedFor = acceptUnsigned || signer === null;
  const result = (problem: AuditProblem | null, brokenAt: number | null = null) => ({
    intact: problem === null,
    checked,
    brokenAt,
    problem,
    head: head?.toString('hex') ?? null,
  });

  if (!acceptUnsigned && signer) {
    const added = await findUnexpectedUnchained(db, signer);
    if (added !== undefined) return result('unsigned', added);
  }
  for (;;) {
    const limit = Math.min(batchSize, max - checked);
    const rows: ChainedRow[] = limit > 0 ? await listChained(db, below, limit) : [];
    for (const row of rows) {
      checked += 1;
      const problem = findProblem(row, { expected, signer, isVouchedFor });
      if (problem) return result(problem, row.entry_id);
      if (signer && row.action === checkpointAction && checkSignature(row, signer) === 'valid') isVouchedFor = true;
      expected = row.previous_hash;
      below = row.entry_id;
    }
    if (rows.length < limit || limit === 0) break;
  }
  const isComplete = checked < max;
  return isComplete && (expected !== null || checked !== entries) ? result('missing', below) : result(null);
}

function findProblem(
  row: ChainedRow,
  { expected, signer, isVouchedFor }: { expected: Buffer | null; signer: Signer | null; isVouchedFor: boolean },
): AuditProblem | null {
  if (!row.hash || !toHash(row).equals(row.hash)) return 'changed';
  if (!expected?.equals(row.hash)) return 'missing';
  if (!signer) return null;
  const signature = checkSignature(row, signer);
  if (signature === 'invalid') return 'changed';
  return signature === 'valid' || isVouchedFor ? null : signature;
}

function checkSignature({ hash, key_id: keyId, signature }: ChainedRow, signer: Signer) {
  return keyId && signature && hash ? signer.check(keyId, hash, signature) : ('unsigned' as const);
}

/** Finds an entry outside the chain that the last checkpoint does not cover. */
async function findUnexpectedUnchained(db: Database, signer: Signer): Promise<number | null | undefined> {
  const found = await findUnchained(db);
  for await (const row of listCheckpoints(db)) {
    if (!row.hash || !toHash(row).equals(row.hash) || checkSignature(row, signer) !== 'valid') continue;
    return isSameUnchained(found, readCheckpoint(row.change)) ? undefined : found.newest;
  }
  return isSameUnchained(found, noUnchained) ? undefined : found.newest;
}

async function* listCheckpoints(db: Database): AsyncGenerator<ChainedRow> {
  let below: number | null = null;
  for (;;) {
    const [row]: ChainedRow[] = await listChained(db, below, 1, checkpointAction);
    if (!row) return;
    yield row;
    below = row.entry_id;
  }
}
