import type { BackupTrial } from '@tidemark/contract';
import { BackupError, type Manifest } from '../../../database/backup/manifest.ts';
import type { ArchiveReader } from '../../../database/backup/read-archive.ts';
import { withScratchDatabase } from '../../../database/backup/scratch-database.ts';
import type { CheckDeps } from './check-restored.ts';
import { restoreAndCheck } from './restore-and-check.ts';

export interface Trial {
  trial: BackupTrial;
  problem: string | null;
}

/** Restores a backup into a temporary database, as `restore --verify` does, and says how that went. */
export async function tryRestore(
  checks: CheckDeps,
  backup: { archive: ArchiveReader; manifest: Manifest },
  signal: AbortSignal,
): Promise<Trial> {
  try {
    const { failed } = await withScratchDatabase({ url: null, signal }, (scratch) =>
      restoreAndCheck({ ...scratch, checks, openAuditLog: null }, backup),
    );
    return failed.length === 0 ? { trial: 'passed', problem: null } : { trial: 'failed', problem: failed.join(' ') };
  } catch (error) {
    signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    return { trial: error instanceof BackupError ? 'failed' : 'untried', problem };
  }
}
