import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';

export interface LocalIdentity {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
  isOperator: boolean;
  passwordHash: string | null;
  totpSecretEncrypted: string | null;
}

export interface NewIdentity {
  subject: string;
  email: string;
  name: string;
  passwordHash: string | null;
  isOperator: boolean;
  createdAt: Date;
}

/** Finds a person by subject or by email, whatever its letter case. */
export async function findIdentity(
  db: Database | Transaction,
  by: { subject: string } | { email: string },
): Promise<LocalIdentity | null> {
  const row = await db
    .selectFrom('local_identity')
    .selectAll()
    .where((eb) =>
      'subject' in by ? eb('subject', '=', by.subject) : eb(sql`lower(email)`, '=', by.email.toLowerCase()),
    )
    .executeTakeFirst();
  return row
    ? {
        subject: row.subject,
        email: row.email,
        isEmailVerified: row.is_email_verified,
        name: row.name,
        isOperator: row.is_operator,
        passwordHash: row.password_hash,
        totpSecretEncrypted: row.totp_secret_encrypted,
      }
    : null;
}

/** The built-in identity of a user; null if they sign in elsewhere. */
export async function findIdentityOfUser(
  db: Database | Transaction,
  { userId, issuer }: { userId: string; issuer: string },
): Promise<LocalIdentity | null> {
  const user = await db
    .selectFrom('app_user')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return user ? findIdentity(db, { subject: user.subject }) : null;
}

export async function hasIdentities(db: Database | Transaction): Promise<boolean> {
  return (await db.selectFrom('local_identity').select('subject').limit(1).executeTakeFirst()) !== undefined;
}

/** Creates an identity; false if somebody has the email already. */
export async function createIdentity(
  transaction: Transaction,
  { subject, email, name, passwordHash, isOperator, createdAt }: NewIdentity,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('local_identity')
    .values({
      subject,
      email,
      is_email_verified: true,
      name,
      password_hash: passwordHash,
      is_operator: isOperator,
      created_at: createdAt,
      password_changed_at: passwordHash === null ? null : createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function savePassword(
  db: Database | Transaction,
  { subject, passwordHash, now }: { subject: string; passwordHash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('local_identity')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('subject', '=', subject)
    .execute();
}

/** Deletes a user's built-in identity, with passkeys and codes. */
export async function deleteIdentityOfUser(
  db: Database | Transaction,
  { userId, issuer }: { userId: string; issuer: string },
): Promise<void> {
  const identity = await findIdentityOfUser(db, { userId, issuer });
  if (identity) await db.deleteFrom('local_identity').where('subject', '=', identity.subject).execute();
}

/** Changes the email, which nobody has verified then; false if somebody else has it. */
export async function saveIdentityEmail(transaction: Transaction, subject: string, email: string): Promise<boolean> {
  const other = await findIdentity(transaction, { email });
  if (other && other.subject !== subject) return false;
  await transaction
    .updateTable('local_identity')
    .set({ email, is_email_verified: false })
    .where('subject', '=', subject)
    .execute();
  return true;
}

/** The user whom an operator invited with this address; null if they have changed it since. */
export async function findVerifiedUser(
  db: Database,
  { email, issuer }: { email: string; issuer: string },
): Promise<string | null> {
  const identity = await findIdentity(db, { email });
  if (!identity?.isEmailVerified) return null;
  const user = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  return user?.user_id ?? null;
}

/** Records that an operator knows whose address it is; false if it is another by now. */
export async function confirmIdentityEmail(
  transaction: Transaction,
  { subject, email }: { subject: string; email: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('local_identity')
    .set({ is_email_verified: true })
    .where('subject', '=', subject)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of the users whose address nobody has confirmed. */
export async function listUnconfirmedUsers(
  db: Database,
  { userIds, issuer }: { userIds: readonly string[]; issuer: string },
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('local_identity')
    .innerJoin('app_user', 'app_user.subject', 'local_identity.subject')
    .select('app_user.user_id')
    .where('app_user.issuer', '=', issuer)
    .where('app_user.user_id', 'in', userIds)
    .where('local_identity.is_email_verified', '=', false)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
