import type { Database } from '../../../database/database.ts';
import type { ExportUser } from '../../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {
    businessLogin: (await findBusinessLogin(db, userId)) ?? null,
    accountsOfTheLogin: await listListed(db, userId),
    instagramLogins: await listLoginsAtInstagram(db, userId),
  },
});

/** Returns the business login without its token. */
function findBusinessLogin(db: Database, userId: string) {
  return db
    .selectFrom('meta_connection')
    .select(['meta_user_id', 'name', 'picture', 'account_type', 'client_business_id', 'scopes'])
    .select(['connected_at', 'expires_at', 'data_access_expires_at', 'broken_at', 'broken_reason'])
    .select(['missing_scopes', 'checked_at', 'renewed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

function listListed(db: Database, userId: string) {
  return db
    .selectFrom('connection_account')
    .select(['account_id', 'username', 'name', 'followers_count', 'follows_count', 'media_count', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
}

/** Returns the logins at Instagram without their tokens. */
function listLoginsAtInstagram(db: Database, userId: string) {
  return db
    .selectFrom('instagram_login')
    .select(['account_id', 'app_user_id', 'username', 'name', 'followers_count', 'follows_count', 'media_count'])
    .select(['connected_at', 'expires_at', 'renewed_at', 'broken_at', 'broken_reason', 'missing_scopes'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
}
