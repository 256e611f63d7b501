import type { Database } from './database/database.ts';
import { forgetOldPresence } from './features/auth/index.ts';
import { forgetOldDeletions } from './features/connections/index.ts';
import { forgetExpiredTokens } from './features/live/index.ts';
import { listKnownUploads } from './features/profile/index.ts';
import {
  forgetOldCalls,
  forgetOldEvents,
  forgetOldPauses,
  forgetOldStories,
  listKnownCopies,
} from './features/sync/index.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { Keeping } from './platform/nightly/nightly.ts';

const strayHours = 24;

/** What is kept for a while only, beside what features look after themselves; the table in docs/operating.md in code. */
export function whatIsKept({
  db,
  files,
  storyDays,
}: {
  db: Database;
  files: FileStore;
  /** Null: stories are kept like everything else of an account. */
  storyDays: number | null;
}): Keeping[] {
  return [
    { what: 'live_token', forget: (now) => forgetExpiredTokens(db, now) },
    { what: 'webhook_inbox', forget: (now) => forgetOldEvents(db, now) },
    { what: 'api_call_hour', forget: (now) => forgetOldCalls(db, now) },
    { what: 'graph_pause', forget: (now) => forgetOldPauses(db, now) },
    { what: 'user_day', forget: (now) => forgetOldPresence(db, now) },
    { what: 'meta_deletion', forget: (now) => forgetOldDeletions(db, now) },
    {
      what: 'story',
      forget: async (now) => (storyDays === null ? 0 : forgetOldStories({ db, files }, now, storyDays)),
    },
    { what: 'stray_file', forget: (now) => forgetStrayFiles({ db, files }, now) },
  ];
}

/** Files that no row names: what a process that was killed left behind. A day old, so that none is just being used. */
async function forgetStrayFiles({ db, files }: { db: Database; files: FileStore }, now: Date): Promise<number> {
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
