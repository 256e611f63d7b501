import type { AuditChain } from '@tidemark/contract';
import { bySystem, writeAuditEntry, type AuditLog } from './audit-log.ts';
import { findUnchained } from './queries.ts';
import { checkpointAction } from './rules.ts';
import { verifyAudit } from './verify-audit.ts';

const signedMigration = '0014-signed-audit-log.sql';

/**
 * Writes an entry that vouches for all earlier entries, so that they stay verified after their key is removed. Writes
 * nothing if the log is empty or not intact.
 */
export async function writeCheckpoint(
  audit: AuditLog,
  { reason, acceptUnsigned = false }: { reason: string; acceptUnsigned?: boolean },
): Promise<AuditChain> {
  const chain = await verifyAudit(audit, { acceptUnsigned });
  const { count, digest } = await findUnchained(audit.db);
  if (chain.intact && chain.checked + count > 0)
    await writeAuditEntry(audit, {
      ...bySystem,
      action: checkpointAction,
      target: 'audit',
      change: { entries: chain.checked, unchained: { count, digest }, reason, acceptUnsigned },
    });
  return chain;
}

/** Signs the entries from before signatures, in the process that applies that migration. */
export async function signOlderEntries(audit: AuditLog, appliedMigrations: readonly string[]): Promise<void> {
  if (appliedMigrations.includes(signedMigration))
    await writeCheckpoint(audit, { reason: 'upgrade', acceptUnsigned: true });
}
