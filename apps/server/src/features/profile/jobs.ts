import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { toAddress } from '../../platform/files/public-files.ts';
import { defineSchedule } from '../../platform/work/work.ts';
import { deleteOldIdentities } from '../auth/index.ts';
import { deleteOldAttempts, giveUpUpload, listAbandonedUploads } from './queries.ts';

export interface ProfileJobDeps {
  db: Database;
  files: FileStore;
  clock: Clock;
}

/** Deletes unused uploads and short-lived rows. */
export const uploadWork = defineSchedule({
  name: 'uploads',
  label: 'Delete old uploads',
  remedy: 'See the log; tidemark doctor tests the data folder.',
  everySeconds: 600,
  prepare: (services: ProfileJobDeps) => () => sweep(services),
});

/** Deletes abandoned uploads, old attempts and old identities. Safe to run concurrently in two processes. */
export async function sweep({ db, files, clock }: ProfileJobDeps): Promise<void> {
  const now = clock();
  for (const { upload_id, file } of await listAbandonedUploads(db, now, toAddress(''))) {
    if (file) await files.remove(file);
    await giveUpUpload(db, upload_id);
  }
  await deleteOldAttempts(db, now);
  await deleteOldIdentities(db, now);
}
