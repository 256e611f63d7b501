import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: { shareLinks: await listShareLinks(db, userId) },
});

/** Lists the user's share links, without their secrets. */
function listShareLinks(db: Database, userId: string) {
  return db
    .selectFrom('share_link')
    .select(['link_id', 'title', 'account_ids', 'choice', 'is_frozen', 'frozen_content', 'may_be_embedded'])
    .select(['title_in_previews', 'created_at', 'expires_at', 'revoked_at', 'views', 'last_viewed_on'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
