import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: { apiKeys: await listApiKeys(db, userId) },
});

/** Lists API keys, without the keys themselves. */
function listApiKeys(db: Database, userId: string) {
  return db
    .selectFrom('api_key')
    .select(['name', 'hint', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
