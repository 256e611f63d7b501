import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { dayMillis, invitationDays, type MemberInvitation } from '@tidemark/contract';
import { sql, type Selectable } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { deleteBatch } from '../../database/delete-batch.ts';
import type { WorkspaceTables } from '../../database/tables/workspaces.ts';
import type { Grant } from './queries.ts';

export type InvitationRow = Selectable<WorkspaceTables['workspace_invitation']>;

/** Days for which owners still see an expired invitation. */
const retentionDays = 30;
const toHash = (token: string) => createHash('sha256').update(token).digest();

/** Stores an invitation in place of the address's earlier one; its secret is stored as a hash. */
export async function insertInvitation(
  transaction: Transaction,
  {
    workspaceId,
    invitedBy,
    email,
    role,
    accountIds,
    reportIds,
    now,
  }: Grant & { workspaceId: string; invitedBy: string; email: string; now: Date },
): Promise<{ token: string; row: InvitationRow }> {
  const token = randomBytes(32).toString('base64url');
  await transaction
    .deleteFrom('workspace_invitation')
    .where('workspace_id', '=', workspaceId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute();
  const row = await transaction
    .insertInto('workspace_invitation')
    .values({
      invitation_id: randomUUID(),
      workspace_id: workspaceId,
      invited_by: invitedBy,
      token_hash: toHash(token),
      email,
      role,
      account_ids: accountIds && [...accountIds],
      report_ids: reportIds && [...reportIds],
      created_at: now,
      expires_at: new Date(now.getTime() + invitationDays * dayMillis),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { token, row };
}

export async function listInvitationsOf(db: Database, workspaceId: string, now: Date): Promise<MemberInvitation[]> {
  const rows = await db
    .selectFrom('workspace_invitation')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('invitation_id')
    .execute();
  return rows.map((row) => toInvitation(row, now));
}

export function toInvitation(row: InvitationRow, now: Date): MemberInvitation {
  return {
    id: row.invitation_id,
    email: row.email,
    role: row.role,
    accountIds: row.account_ids,
    reportIds: row.report_ids,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.expires_at <= now,
  };
}

/** Finds what an invitation's secret opens; undefined if it has expired or was used. */
export function findInvitation(
  db: Database | Transaction,
  token: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('workspace_invitation')
    .selectAll()
    .where('token_hash', '=', toHash(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes an invitation of the workspace; returns its address, or null if there was none. */
export async function deleteInvitation(
  transaction: Transaction,
  workspaceId: string,
  invitationId: string,
): Promise<string | null> {
  const row = await transaction
    .deleteFrom('workspace_invitation')
    .where('workspace_id', '=', workspaceId)
    .where('invitation_id', '=', invitationId)
    .returning('email')
    .executeTakeFirst();
  return row?.email ?? null;
}

export function deleteOldInvitations(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * dayMillis);
  return deleteBatch(db, 'workspace_invitation', sql`expires_at < ${before}`);
}
