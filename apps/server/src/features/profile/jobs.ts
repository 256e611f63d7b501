import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Log } from '../../platform/log/log.ts';
import { toAddress } from '../../platform/files/public-files.ts';
import { startPoller } from '../../platform/poller.ts';
import { deleteOldIdentities } from '../auth/index.ts';
import { deleteOldAttempts, giveUpUpload, listAbandonedUploads } from './queries.ts';

export interface ProfileJobDeps {
  db: Database;
  files: FileStore;
  clock: Clock;
  log: Log;
}

const sweepInterval = 600_000;

/** Deletes unused uploads and short-lived rows in the background. Returns a function that stops it. */
export function startProfileWork(deps: ProfileJobDeps): () => Promise<void> {
  return startPoller(() => sweep(deps), {
    intervalMillis: sweepInterval,
    log: deps.log,
    failureMessage: 'Could not delete old uploads',
  }).stop;
}

/** Deletes abandoned uploads, old attempts and old identities. Safe to run concurrently in two processes. */
export async function sweep({ db, files, clock }: Pick<ProfileJobDeps, 'db' | 'files' | 'clock'>): Promise<void> {
  const now = clock();
  for (const { upload_id, file } of await listAbandonedUploads(db, now, toAddress(''))) {
    if (file) await files.remove(file);
    await giveUpUpload(db, upload_id);
  }
  await deleteOldAttempts(db, now);
  await deleteOldIdentities(db, now);
}
