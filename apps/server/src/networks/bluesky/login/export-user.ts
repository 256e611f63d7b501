import type { ExportUser } from '../../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {
    blueskyLogins: await db
      .selectFrom('bluesky_login')
      .innerJoin('bluesky_account', 'bluesky_account.account_id', 'bluesky_login.account_id')
      .select(['bluesky_login.account_id', 'did', 'connected_at'])
      .where('user_id', '=', userId)
      .orderBy('connected_at')
      .execute(),
  },
});
