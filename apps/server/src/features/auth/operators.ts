import type { Role } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import { saveRoleDecision } from './roles.ts';
import { listAddressForms } from '../../platform/address-forms.ts';

interface Standing {
  role: Role;
  disabled: boolean;
}

/**
 * Changes a user's role or disables the user; returns the previous state. Locks operators while one is removed, so that
 * two cannot demote each other concurrently and one always remains.
 */
export async function changeStanding(
  transaction: Transaction,
  userId: string,
  change: { role: Role; now: Date } | { disabledAt: Date | null },
): Promise<Standing> {
  const operators = await transaction
    .selectFrom('app_user')
    .select('user_id')
    .where('role', '=', 'system-admin')
    .where('disabled_at', 'is', null)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  const before = await transaction
    .selectFrom('app_user')
    .select(['issuer', 'subject', 'role', 'disabled_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new ApiError('user_not_found');
  const goes = 'role' in change ? change.role !== 'system-admin' : change.disabledAt !== null;
  if (goes && operators.length === 1 && operators[0]?.user_id === userId) throw new ApiError('last_operator');
  if ('role' in change)
    await saveRoleDecision(transaction, before, { role: change.role, decidedBy: 'operator', decidedAt: change.now });
  await transaction
    .updateTable('app_user')
    .set('role' in change ? { role: change.role } : { disabled_at: change.disabledAt })
    .where('user_id', '=', userId)
    .execute();
  return { role: before.role, disabled: before.disabled_at !== null };
}

/** Lists the users with this email; several identities may share one. */
export async function findUsersByEmail(db: Database, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('user_id')
    .where(sql`lower(email)`, 'in', listAddressForms(email))
    .execute();
  return rows.map((row) => row.user_id);
}

export function listOperators(db: Database) {
  return db
    .selectFrom('app_user')
    .select(['name', 'email', 'last_seen_at', 'disabled_at'])
    .where('role', '=', 'system-admin')
    .orderBy(sql`lower(email)`)
    .execute();
}
