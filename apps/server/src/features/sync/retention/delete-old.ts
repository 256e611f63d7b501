import { dayMillis } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { recordNewRows } from '../../accounts/index.ts';
import { baseDays, deleteOldAnswers } from '../answers/queries.ts';
import { deleteMedia } from '../deletion/queries.ts';
import { deleteOldCalls, listOldStories } from './queries.ts';

// Operators see 30 full days.
const callDays = 90;

const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMillis);

export function purgeOldCalls(db: Database, now: Date): Promise<number> {
  return deleteOldCalls(db, before(now, callDays));
}

export function purgeOldAnswers(db: Database, now: Date, days: number): Promise<number> {
  // Without new answers, the complete ones have nothing to wait for.
  return deleteOldAnswers(db, before(now, days === 0 ? -baseDays : days));
}

/** Deletes stories older than a number of days with their deltas and pictures, in one-account batches. */
export async function purgeOldStories(
  { db, files }: { db: Database; files: FileStore },
  now: Date,
  days: number,
): Promise<number> {
  const stories = await listOldStories(db, before(now, days));
  const [first] = stories;
  if (!first) return 0;
  for (const { file } of stories) if (file !== null) await files.remove(file);
  await db.transaction().execute(async (transaction) => {
    const mediaIds = stories.map((row) => row.media_id);
    await deleteMedia(transaction, first.account_id, mediaIds);
    await recordNewRows(transaction, first.account_id, null);
  });
  return stories.length;
}
