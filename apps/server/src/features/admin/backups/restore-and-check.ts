import { migrateAsOwner } from '../../../database/access.ts';
import type { Manifest } from '../../../database/backup/manifest.ts';
import type { ArchiveReader } from '../../../database/backup/read-archive.ts';
import { restoreBackup } from '../../../database/backup/restore-backup.ts';
import type { Scratch } from '../../../database/backup/scratch-database.ts';
import { connectDatabase, type Database } from '../../../database/database.ts';
import { openOneConnection } from '../../../database/dedicated-connection.ts';
import { type AuditLog, signOlderEntries } from '../../audit/index.ts';
import { type CheckDeps, type Checked, checkRestored } from './check-restored.ts';

interface RestoreDeps extends Scratch {
  checks: CheckDeps;
  /** Null on a machine without keys. */
  openAuditLog: ((db: Database) => AuditLog) | null;
}

interface RestoreOptions {
  replace?: boolean;
  onRestored?: () => void;
  onMigrated?: (applied: readonly string[]) => void;
}

/** Restores an inspected archive into a database, migrates it, and checks the result. */
export async function restoreAndCheck(
  { address, ownerAddress, filesFolder, checks, openAuditLog }: RestoreDeps,
  { archive, manifest }: { archive: ArchiveReader; manifest: Manifest },
  { replace = false, onRestored, onMigrated }: RestoreOptions = {},
): Promise<Checked> {
  await restoreBackup({ address: ownerAddress, filesFolder }, archive, manifest, { replace });
  onRestored?.();
  const db = connectDatabase(address, { max: 2 });
  try {
    const applied = await migrateAsOwner({ address, ownerAddress });
    if (openAuditLog) await signOlderEntries(openAuditLog(db), applied);
    onMigrated?.(applied);
  } finally {
    await db.destroy();
  }
  const slow = await openOneConnection(address, 'tidemark-restore');
  try {
    return await checkRestored(slow.db, checks, manifest);
  } finally {
    await slow.close();
  }
}
