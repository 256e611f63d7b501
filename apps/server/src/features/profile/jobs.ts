import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Log } from '../../platform/log/log.ts';
import { forgetClosedIdentities } from '../auth/index.ts';
import { toAddress } from './profile-picture.ts';
import { deleteOldAttempts, giveUpUpload, listAbandonedUploads } from './queries.ts';

export interface ProfileWorkNeeds {
  db: Database;
  files: FileStore;
  clock: Clock;
  log: Log;
}

const sweepEvery = 600_000;

/** Deletes pictures that were uploaded and never used, and what is kept for an hour or a day only. Returns how to stop. */
export function startProfileWork(needs: ProfileWorkNeeds): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await sweep(needs).catch((error: unknown) => needs.log.error({ err: error }, 'Old uploads cannot be deleted'));
      await sleep(sweepEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}

/** Twice at once, in two processes, does no harm. */
export async function sweep({ db, files, clock }: Pick<ProfileWorkNeeds, 'db' | 'files' | 'clock'>): Promise<void> {
  const now = clock();
  for (const { upload_id, file } of await listAbandonedUploads(db, now, toAddress(''))) {
    if (file) await files.remove(file);
    await giveUpUpload(db, upload_id);
  }
  await deleteOldAttempts(db, now);
  await forgetClosedIdentities(db, now);
}
