import type { Role } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import type { Identity } from '../../clients/identity-provider/identity-provider.ts';
import { hashIdentity } from './identity-hash.ts';
import { canBePromotedByEmail, decideByClaim, type RoleDecision } from './rules.ts';

/** A role change made by a claim or by OPERATOR_EMAILS instead of an operator. */
export interface RoleChange {
  userId: string;
  role: Role;
  before: Role;
  by: string;
}

type IdentityKey = Pick<Identity, 'issuer' | 'subject'>;

export async function findRoleDecision(
  db: Database | Transaction,
  identity: IdentityKey,
): Promise<RoleDecision | null> {
  const row = await db
    .selectFrom('identity_role')
    .select(['role', 'decided_by', 'decided_at'])
    .where('identity_hash', '=', hashIdentity(identity))
    .executeTakeFirst();
  return row ? { role: row.role, decidedBy: row.decided_by, decidedAt: row.decided_at } : null;
}

export async function saveRoleDecision(
  transaction: Transaction,
  identity: IdentityKey,
  { role, decidedBy, decidedAt }: RoleDecision,
): Promise<void> {
  const values = { role, decided_by: decidedBy, decided_at: decidedAt };
  await transaction
    .insertInto('identity_role')
    .values({ identity_hash: hashIdentity(identity), ...values })
    .onConflict((conflict) => conflict.column('identity_hash').doUpdateSet(values))
    .execute();
}

/** Returns true if the claim changes the role, or an earlier decision applies to a new user. */
export function needsRoleChange(
  user: { role: Role; decision: RoleDecision | null },
  identity: Identity,
  { isNew }: { isNew: boolean },
): boolean {
  const isRestored = isNew && user.decision !== null && user.decision.role !== user.role;
  return isRestored || decideByClaim(user.decision, toClaim(identity)) !== null;
}

/** Applies the decided role; returns null if another request already did. */
export async function applyDecidedRole(
  transaction: Transaction,
  userId: string,
  identity: Identity,
): Promise<RoleChange | null> {
  const user = await lockRole(transaction, userId);
  const stored = await findRoleDecision(transaction, identity);
  const byClaim = decideByClaim(stored, toClaim(identity));
  const decision = byClaim ?? stored;
  if (byClaim) await saveRoleDecision(transaction, identity, byClaim);
  if (!user || !decision || decision.role === user.role) return null;
  await saveRole(transaction, userId, decision.role);
  const by = byClaim ? 'OIDC_ROLES_CLAIM' : `earlier decision (${decision.decidedBy})`;
  return { userId, role: decision.role, before: user.role, by };
}

/** Promotes a user with a verified email in OPERATOR_EMAILS; returns null if an earlier decision prevents it. */
export async function promoteByEmail(
  transaction: Transaction,
  { userId, identity, email, now }: { userId: string; identity: Identity; email: string; now: Date },
): Promise<RoleChange | null> {
  const user = await lockRole(transaction, userId);
  if (!user || !canBePromotedByEmail(await findRoleDecision(transaction, identity))) return null;
  await saveRoleDecision(transaction, identity, { role: 'system-admin', decidedBy: 'operator_emails', decidedAt: now });
  await saveRole(transaction, userId, 'system-admin');
  return { userId, role: 'system-admin', before: user.role, by: `OPERATOR_EMAILS ${email}` };
}

function toClaim({ roles, issuedAt }: Identity) {
  return { hasOperatorClaim: roles.includes('system-admin'), issuedAt };
}

function lockRole(transaction: Transaction, userId: string) {
  return transaction.selectFrom('app_user').select('role').where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

async function saveRole(transaction: Transaction, userId: string, role: Role): Promise<void> {
  await transaction.updateTable('app_user').set({ role }).where('user_id', '=', userId).execute();
}

/** Moves a user to another provider's identity, keeping their role; false if they were moved before. */
export async function moveUser(
  transaction: Transaction,
  userId: string,
  { from, to }: { from: string; to: IdentityKey },
): Promise<boolean> {
  const user = await transaction
    .updateTable('app_user')
    .set({ issuer: to.issuer, subject: to.subject })
    .where('user_id', '=', userId)
    .where('issuer', '=', from)
    .returning('role')
    .executeTakeFirst();
  if (!user) return false;
  // The other provider's tokens may have no such claim.
  if (user.role === 'system-admin')
    await saveRoleDecision(transaction, to, { role: user.role, decidedBy: 'operator', decidedAt: new Date() });
  return true;
}
