import type { AccountId, Member, Workspace, WorkspaceRole } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { recordReachedAccounts } from '../accounts/index.ts';
import { dropMemberMail, listMemberRecipients } from '../mail/index.ts';

export interface Grant {
  role: WorkspaceRole;
  /** The accounts that a client sees; null for the roles that see all. */
  accountIds: readonly AccountId[] | null;
  /** Reports chosen for a client, among those about none but these accounts; null for all of these. */
  reportIds: readonly string[] | null;
}

const workspaceName = sql<string>`coalesce(workspace.name, app_user.name)`;

/** Selects the IDs of a workspace's people: the person whose it was first, and its members. */
const selectPeople = (workspaceId: string) =>
  sql<string>`(select ${workspaceId}::uuid union all select user_id from workspace_member where workspace_id = ${workspaceId})`;

/** Finds a person's membership of another's workspace, unless that has been disabled. */
export function findMembership(db: Database | Transaction, workspaceId: string, userId: string) {
  return db
    .selectFrom('workspace_member')
    .innerJoin('app_user', 'app_user.user_id', 'workspace_member.workspace_id')
    .select(['workspace_member.role', 'account_ids', 'report_ids'])
    .where('workspace_id', '=', workspaceId)
    .where('workspace_member.user_id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Lists the workspaces of which a person is a member, their own first. */
export async function listWorkspacesOf(db: Database, userId: string): Promise<Workspace[]> {
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('workspace', 'workspace.workspace_id', 'app_user.user_id')
    .leftJoin('workspace_member', (join) =>
      join.onRef('workspace_member.workspace_id', '=', 'app_user.user_id').on('workspace_member.user_id', '=', userId),
    )
    .select(['app_user.user_id as id', workspaceName.as('name'), 'workspace_member.role'])
    // One list of IDs rather than an `or`, with which the planner would read every user on each page load.
    .where(
      'app_user.user_id',
      'in',
      sql<string>`(select ${userId}::uuid union all select workspace_id from workspace_member where user_id = ${userId})`,
    )
    .where('disabled_at', 'is', null)
    .orderBy(sql`app_user.user_id <> ${userId}::uuid`)
    .orderBy(sql`lower(${workspaceName})`)
    .execute();
  return rows.map(({ role, ...row }) => ({ ...row, role: role ?? 'owner' }));
}

export async function findWorkspaceName(db: Database | Transaction, workspaceId: string): Promise<string> {
  const { name } = await db
    .selectFrom('app_user')
    .leftJoin('workspace', 'workspace.workspace_id', 'app_user.user_id')
    .select(workspaceName.as('name'))
    .where('app_user.user_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return name;
}

export async function saveWorkspaceName(db: Database, workspaceId: string, name: string): Promise<void> {
  await db
    .insertInto('workspace')
    .values({ workspace_id: workspaceId, name })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ name }))
    .execute();
}

/** Lists a workspace's members: the person whose it was first, then the others by when they joined. */
export async function listMembersOf(
  db: Database,
  workspaceId: string,
  { forOwner, toPicture }: { forOwner: boolean; toPicture(picture: string | null): string | null },
): Promise<Member[]> {
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('workspace_member', (join) =>
      join
        .onRef('workspace_member.user_id', '=', 'app_user.user_id')
        .on('workspace_member.workspace_id', '=', workspaceId),
    )
    .select([
      'app_user.user_id',
      'name',
      'email',
      'picture',
      'workspace_member.role',
      'account_ids',
      'report_ids',
      'joined_at',
    ])
    .where('app_user.user_id', 'in', selectPeople(workspaceId))
    .orderBy(sql`joined_at nulls first`)
    .orderBy('app_user.user_id')
    .execute();
  const recipients = forOwner ? await listMemberRecipients(db, workspaceId) : [];
  const received = new Map(recipients.map(({ memberId, isUsable, kinds }) => [memberId, isUsable ? kinds : []]));
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: forOwner ? row.email : null,
    picture: toPicture(row.picture),
    role: row.role ?? 'owner',
    accountIds: row.account_ids,
    reportIds: row.report_ids,
    joinedAt: row.joined_at?.toISOString() ?? null,
    mail: forOwner ? (received.get(row.user_id) ?? []) : null,
  }));
}

export async function countMembers(db: Database | Transaction, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('workspace_member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns true if one of the workspace's people has this address. */
export async function hasMemberWithEmail(db: Database, workspaceId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('app_user.user_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('app_user.user_id', 'in', selectPeople(workspaceId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a person a member; returns false if they were one before. */
export async function insertMember(
  transaction: Transaction,
  { workspaceId, userId, role, accountIds, reportIds, now }: Grant & { workspaceId: string; userId: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('workspace_member')
    .values({
      workspace_id: workspaceId,
      user_id: userId,
      role,
      account_ids: accountIds && [...accountIds],
      report_ids: reportIds && [...reportIds],
      joined_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes what a member may do, and drops mail that shows what they could see before; false if they are none. */
export async function saveGrant(
  transaction: Transaction,
  { workspaceId, userId, role, accountIds, reportIds }: Grant & { workspaceId: string; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('workspace_member')
    .set({ role, account_ids: accountIds && [...accountIds], report_ids: reportIds && [...reportIds] })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await dropMemberMail(transaction, workspaceId, userId);
  return numUpdatedRows > 0n;
}

/** Ends a membership, and with it what the member has lent and receives; returns false if there was none. */
export async function deleteMember(transaction: Transaction, workspaceId: string, userId: string): Promise<boolean> {
  await dropMemberMail(transaction, workspaceId, userId);
  const { numDeletedRows } = await transaction
    .deleteFrom('workspace_member')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await recordReachedAccounts(transaction, workspaceId);
  return numDeletedRows > 0n;
}

/** Removes an account from what clients see. */
export async function removeAccountFromClients(transaction: Transaction, accountId: string): Promise<void> {
  const accountIds = sql<string[]>`array_remove(account_ids, ${accountId}::text)`;
  const holds = sql<boolean>`account_ids @> array[${accountId}]::text[]`;
  await transaction.updateTable('workspace_member').set({ account_ids: accountIds }).where(holds).execute();
  await transaction.updateTable('workspace_invitation').set({ account_ids: accountIds }).where(holds).execute();
}
