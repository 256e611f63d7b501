import type { Database } from '../database/database.ts';
import { deleteOldUserActions } from '../features/admin/index.ts';
import { deleteOldAlerts, deleteOldDeliveries } from '../features/alerts/index.ts';
import { listKnownAvatars } from '../features/accounts/index.ts';
import { deleteOldActivity, deleteOldSessions } from '../features/auth/index.ts';
import {
  deleteOldChallenges,
  deleteOldEntries,
  deleteOldFailures,
  deleteOldLinks,
  deleteOldResetRequests,
} from '../features/credentials/index.ts';
import { deleteOldDeauthorizations, deleteOldDeletions } from '../features/connections/index.ts';
import { deleteExpiredTokens } from '../features/live/index.ts';
import { deleteOldMessages } from '../features/mail/index.ts';
import { deleteEndedLinks, deleteOldGuesses } from '../features/shares/index.ts';
import { deleteOldMeasurements } from '../features/peers/index.ts';
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

/** Lists the retention rules that no feature applies itself; see the table in docs/operating.md. */
export function listRetentionPolicies({
  db,
  files,
  storyDays,
  session,
}: {
  db: Database;
  files: FileStore;
  /** Null: stories are retained like the account's other data. */
  storyDays: number | null;
  session: { idleHours: number; maxHours: number };
}): RetentionPolicy[] {
  return [
    { kind: 'live_token', deleteBatch: (now) => deleteExpiredTokens(db, now) },
    { kind: 'session', deleteBatch: (now) => deleteOldSessions(db, now, session) },
    { kind: 'provider_entry', deleteBatch: (now) => deleteOldEntries(db, now) },
    { kind: 'sign_in_link', deleteBatch: (now) => deleteOldLinks(db, now) },
    { kind: 'sign_in_failure', deleteBatch: (now) => deleteOldFailures(db, now) },
    { kind: 'reset_request', deleteBatch: (now) => deleteOldResetRequests(db, now) },
    { kind: 'passkey_challenge', deleteBatch: (now) => deleteOldChallenges(db, now) },
    { kind: 'alert', deleteBatch: (now) => deleteOldAlerts(db, now) },
    { kind: 'alert_delivery', deleteBatch: (now) => deleteOldDeliveries(db, now) },
    { kind: 'peer', deleteBatch: (now) => deleteOldMeasurements(db, now) },
    { kind: 'mail_message', deleteBatch: (now) => deleteOldMessages(db, now) },
    { kind: 'share_link', deleteBatch: (now) => deleteEndedLinks(db, now) },
    { kind: 'share_failure', deleteBatch: (now) => deleteOldGuesses(db, now) },
    { kind: 'webhook_inbox', deleteBatch: (now) => purgeOldEvents(db, now) },
    { kind: 'api_call_hour', deleteBatch: (now) => purgeOldCalls(db, now) },
    { kind: 'window_request', deleteBatch: (now) => deleteOldWindowRequests(db, now) },
    { kind: 'graph_pause', deleteBatch: (now) => purgeOldPauses(db, now) },
    { kind: 'user_day', deleteBatch: (now) => deleteOldActivity(db, now) },
    { kind: 'user_action_day', deleteBatch: (now) => deleteOldUserActions(db, now) },
    { kind: 'meta_deletion', deleteBatch: (now) => deleteOldDeletions(db, now) },
    { kind: 'meta_deauthorization', deleteBatch: (now) => deleteOldDeauthorizations(db, now) },
    {
      kind: 'story',
      deleteBatch: async (now) => (storyDays === null ? 0 : purgeOldStories({ db, files }, now, storyDays)),
    },
    { kind: 'stray_file', deleteBatch: (now) => deleteStrayFiles({ db, files }, now) },
  ];
}

/** Deletes files without a row, left by killed processes. Files under a day old may still be in use. */
async function deleteStrayFiles({ db, files }: { db: Database; files: FileStore }, now: Date): Promise<number> {
  const before = new Date(now.getTime() - strayHours * 3_600_000);
  let removed = await files.removeDrafts(before);
  for await (const names of files.listUntouched(before)) {
    const known = new Set(
      (
        await Promise.all([listKnownCopies(db, names), listKnownUploads(db, names), listKnownAvatars(db, names)])
      ).flat(),
    );
    for (const name of names.filter((one) => !known.has(one))) {
      await files.remove(name);
      removed += 1;
    }
  }
  return removed;
}
