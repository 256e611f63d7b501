import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: { liveSessions: await listLiveSessions(db, userId) },
});

/** Lists live update sessions, without their tokens. */
function listLiveSessions(db: Database, userId: string) {
  return db.selectFrom('live_token').select('expires_at').where('user_id', '=', userId).orderBy('expires_at').execute();
}
