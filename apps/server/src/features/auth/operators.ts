import type { Role } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';

interface Standing {
  role: Role;
  disabled: boolean;
}

/**
 * Changes a user's role, or shuts them out; returns how it was. Somebody who may undo it is always left: operators are
 * held while one of them goes, so that two cannot take the role from each other at once.
 */
export async function changeStanding(
  transaction: Transaction,
  userId: string,
  change: { role: Role } | { disabledAt: Date | null },
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
    .select(['role', 'disabled_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Failure('user_not_found');
  const goes = 'role' in change ? change.role !== 'system-admin' : change.disabledAt !== null;
  if (goes && operators.length === 1 && operators[0]?.user_id === userId) throw new Failure('last_operator');
  await transaction
    .updateTable('app_user')
    .set('role' in change ? { role: change.role } : { disabled_at: change.disabledAt })
    .where('user_id', '=', userId)
    .execute();
  return { role: before.role, disabled: before.disabled_at !== null };
}

/** Makes an operator of whom the configuration names; false when it did before, and somebody took the role away since. */
export async function nameOperator(transaction: Transaction, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('app_user')
    .set({ role: 'system-admin', named_operator_at: now })
    .where('user_id', '=', userId)
    .where('named_operator_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The users with this e-mail; several identities may share one. */
export async function findUsersByEmail(db: Database, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('user_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
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
