import type { Fleet } from '@tidemark/contract';
import semver from 'semver';
import { findLastBackup } from '../../../database/backup/last-backup.ts';
import type { Database } from '../../../database/database.ts';
import { findReleaseCheck } from './queries.ts';

/** Returns whether a version newer than the running one exists, and how recent the last backup is. */
export async function loadRelease(
  db: Database,
  { version, isChecked }: { version: string; isChecked: boolean },
): Promise<Fleet['release']> {
  const [known, backedUpAt] = await Promise.all([isChecked ? findReleaseCheck(db) : undefined, findLastBackup(db)]);
  return {
    isChecked,
    checkedAt: known?.checked_at?.toISOString() ?? null,
    failedAt: known?.failed_at?.toISOString() ?? null,
    backedUpAt: backedUpAt?.toISOString() ?? null,
    newer: known ? toNewer(known, version) : null,
  };
}

function toNewer(
  { version, url, notes, published_at: publishedAt }: NonNullable<Awaited<ReturnType<typeof findReleaseCheck>>>,
  running: string,
) {
  if (version === null || url === null || publishedAt === null || !semver.gt(version, running)) return null;
  return { version, url, notes: notes ?? '', publishedAt: publishedAt.toISOString() };
}
