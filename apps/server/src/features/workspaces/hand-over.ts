import { sql } from 'kysely';
import type { Transaction } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';
import { ApiError } from '../../platform/api-error.ts';
import { copyReferences, countReferences, lendToNewOwner } from '../accounts/index.ts';
import { requireAccountLimit } from '../subscription/index.ts';
import { findMembership, insertMember } from './queries.ts';

export type MoveWorkspaceRows = (transaction: Transaction, people: { from: string; to: string }) => Promise<boolean>;

/**
 * Makes a workspace that of one of its members: what belongs to it moves into theirs, which must be empty. The earlier
 * person stays as an owner, because their connections reach its accounts.
 */
export async function handOver(
  transaction: Transaction,
  { from, to, now, moveRows }: { from: string; to: string; now: Date; moveRows: MoveWorkspaceRows },
): Promise<void> {
  for (const userId of [from, to].sort()) await lockUser(transaction, userId);
  if (!(await findMembership(transaction, from, to))) throw new ApiError('member_not_found');
  if ((await countReferences(transaction, to)) > 0 || (await hasMembers(transaction, to)))
    throw new ApiError('workspace_not_empty');
  const limit = await requireAccountLimit(transaction, to, { lock: true });
  if (limit !== null && (await countReferences(transaction, from)) > limit)
    throw new ApiError('account_limit_reached', { limit });
  await copyReferences(transaction, { from, to });
  if (!(await moveRows(transaction, { from, to }))) throw new ApiError('workspace_not_empty');
  await moveMembers(transaction, { from, to });
  await insertMember(transaction, {
    workspaceId: to,
    userId: from,
    role: 'owner',
    accountIds: null,
    reportIds: null,
    now,
  });
  await lendToNewOwner(transaction, { from, to, now });
  await transaction.deleteFrom('workspace_member').where('workspace_id', '=', from).execute();
}

async function hasMembers(transaction: Transaction, workspaceId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('workspace_member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Copies the memberships, which others' loans depend on, and moves the name and invitations. */
async function moveMembers(transaction: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`insert into workspace_member (workspace_id, user_id, role, account_ids, report_ids, joined_at)
    select ${to}, user_id, role, account_ids, report_ids, joined_at from workspace_member
    where workspace_id = ${from} and user_id <> ${to}`.execute(transaction);
  await transaction
    .updateTable('workspace_invitation')
    .set({ workspace_id: to })
    .where('workspace_id', '=', from)
    .execute();
  await transaction.deleteFrom('workspace').where('workspace_id', '=', to).execute();
  await transaction.updateTable('workspace').set({ workspace_id: to }).where('workspace_id', '=', from).execute();
}
