import type { Database } from '../database/database.ts';
import { deleteOldUserActions } from '../features/admin/index.ts';
import { deleteOldActivity } from '../features/auth/index.ts';
import { deleteOldDeauthorizations, deleteOldDeletions } from '../features/connections/index.ts';
import { deleteExpiredTokens } from '../features/live/index.ts';
import { listKnownUploads } from '../features/profile/index.ts';
import {
  deleteOldWindowRequests,
  purgeOldCalls,
  purgeOldEvents,
  purgeOldPauses,
  purgeOldStories,
  listKnownCopies,
} from '../features/sync/index.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { RetentionPolicy } from '../platform/nightly/nightly.ts';

const strayHours = 24;

/** The retention rules that no feature applies itself; see the table in docs/operating.md. */
export function listRetentionPolicies({
  db,
  files,
  storyDays,
}: {
  db: Database;
  files: FileStore;
  /** Null: stories are retained like all other data of an account. */
  storyDays: number | null;
}): RetentionPolicy[] {
  return [
    { what: 'live_token', forget: (now) => deleteExpiredTokens(db, now) },
    { what: 'webhook_inbox', forget: (now) => purgeOldEvents(db, now) },
    { what: 'api_call_hour', forget: (now) => purgeOldCalls(db, now) },
    { what: 'window_request', forget: (now) => deleteOldWindowRequests(db, now) },
    { what: 'graph_pause', forget: (now) => purgeOldPauses(db, now) },
    { what: 'user_day', forget: (now) => deleteOldActivity(db, now) },
    { what: 'user_action_day', forget: (now) => deleteOldUserActions(db, now) },
    { what: 'meta_deletion', forget: (now) => deleteOldDeletions(db, now) },
    { what: 'meta_deauthorization', forget: (now) => deleteOldDeauthorizations(db, now) },
    {
      what: 'story',
      forget: async (now) => (storyDays === null ? 0 : purgeOldStories({ db, files }, now, storyDays)),
    },
    { what: 'stray_file', forget: (now) => deleteStrayFiles({ db, files }, now) },
  ];
}

/** Deletes files without a row, left by killed processes. Files under a day old may still be in use. */
async function deleteStrayFiles({ db, files }: { db: Database; files: FileStore }, now: Date): Promise<number> {
  const before = new Date(now.getTime() - strayHours * 3_600_000);
  let removed = await files.removeDrafts(before);
  for await (const names of files.listUntouched(before)) {
    const known = new Set((await Promise.all([listKnownCopies(db, names), listKnownUploads(db, names)])).flat());
    for (const name of names.filter((one) => !known.has(one))) {
      await files.remove(name);
      removed += 1;
    }
  }
  return removed;
}
