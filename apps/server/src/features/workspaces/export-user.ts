import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => {
  const [named, memberships, members, invitations] = await Promise.all([
    db.selectFrom('workspace').select('name').where('workspace_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('workspace_member')
      .select(['workspace_id', 'role', 'account_ids', 'report_ids', 'joined_at'])
      .where('user_id', '=', userId)
      .orderBy('joined_at')
      .execute(),
    db
      .selectFrom('workspace_member')
      .select(['user_id', 'role', 'account_ids', 'report_ids', 'joined_at'])
      .where('workspace_id', '=', userId)
      .orderBy('joined_at')
      .execute(),
    db
      .selectFrom('workspace_invitation')
      .select(['email', 'role', 'account_ids', 'report_ids', 'created_at', 'expires_at'])
      .where(({ eb, or }) => or([eb('workspace_id', '=', userId), eb('invited_by', '=', userId)]))
      .orderBy('created_at')
      .execute(),
  ]);
  return { profile: { workspace: { name: named?.name ?? null, members, invitations }, memberships } };
};
