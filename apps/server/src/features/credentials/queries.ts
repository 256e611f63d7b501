import { sql } from 'kysely';
import { builtInIssuer } from '../../config/oidc.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import { listAddressForms } from '../../platform/address-forms.ts';
import { findUserOfIdentity } from '../auth/index.ts';

export interface LocalIdentity {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  /** Address the person has requested instead of their current one. */
  pendingEmail: string | null;
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

/** Finds a person by subject or by email, case-insensitively; a person who has proved it comes first. */
export async function findIdentity(
  db: Database | Transaction,
  by: { subject: string } | { email: string },
): Promise<LocalIdentity | null> {
  const row = await db
    .selectFrom('local_identity')
    .selectAll()
    .where((eb) =>
      'subject' in by ? eb('subject', '=', by.subject) : eb(sql`lower(email)`, 'in', listAddressForms(by.email)),
    )
    .orderBy('is_email_verified', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row
    ? {
        subject: row.subject,
        email: row.email,
        isEmailVerified: row.is_email_verified,
        pendingEmail: row.pending_email,
        name: row.name,
        isOperator: row.is_operator,
        passwordHash: row.password_hash,
        totpSecretEncrypted: row.totp_secret_encrypted,
      }
    : null;
}

/** Returns a user's built-in identity; null if they sign in elsewhere. */
export async function findIdentityOfUser(db: Database | Transaction, userId: string): Promise<LocalIdentity | null> {
  const user = await db
    .selectFrom('app_user')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', builtInIssuer)
    .executeTakeFirst();
  return user ? findIdentity(db, { subject: user.subject }) : null;
}

export async function hasIdentities(db: Database | Transaction): Promise<boolean> {
  return (await db.selectFrom('local_identity').select('subject').limit(1).executeTakeFirst()) !== undefined;
}

/** Creates an identity; false if the email is taken. */
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
export async function deleteIdentityOfUser(db: Database | Transaction, userId: string): Promise<void> {
  const identity = await findIdentityOfUser(db, userId);
  if (identity) await db.deleteFrom('local_identity').where('subject', '=', identity.subject).execute();
}

/** Records the address that a person has requested; null for none. */
export async function savePendingEmail(
  transaction: Transaction,
  { subject, email }: { subject: string; email: string | null },
): Promise<void> {
  await transaction
    .updateTable('local_identity')
    .set({ pending_email: email })
    .where('subject', '=', subject)
    .execute();
}

/** Returns the user who has proved this address; null if there is none. */
export async function findVerifiedUser(db: Database, email: string): Promise<string | null> {
  const identity = await findIdentity(db, { email });
  return identity?.isEmailVerified
    ? findUserOfIdentity(db, { issuer: builtInIssuer, subject: identity.subject })
    : null;
}

/**
 * Applies the address that a person has requested; returns it, or null if they have requested another by now. Throws
 * `email_taken`.
 */
export async function confirmIdentityEmail(
  transaction: Transaction,
  { subject, email }: { subject: string; email: string },
): Promise<string | null> {
  await lockIdentities(transaction);
  const owner = await findIdentity(transaction, { email });
  if (owner?.isEmailVerified && owner.subject !== subject) throw new ApiError('email_taken');
  const plain = email.toLowerCase();
  const row = await transaction
    .updateTable('local_identity')
    .set({
      email: sql`case when lower(pending_email) = ${plain} then pending_email else email end`,
      is_email_verified: true,
      pending_email: null,
    })
    .where('subject', '=', subject)
    .where(({ or, and, eb }) =>
      or([
        eb(sql`lower(pending_email)`, '=', plain),
        and([eb(sql`lower(email)`, '=', plain), eb('is_email_verified', '=', false)]),
      ]),
    )
    .returning('email')
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Locks identities, so that one transaction at a time decides who gets an address, or becomes the first operator. */
export async function lockIdentities(transaction: Transaction): Promise<void> {
  await transaction.selectFrom('provider_secret').select('provider_secret_id').forUpdate().execute();
}

/** Returns users' addresses, by user ID, that are neither proved nor confirmed. */
export async function listUnconfirmedEmails(db: Database, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('local_identity')
    .innerJoin('app_user', 'app_user.subject', 'local_identity.subject')
    .select('app_user.user_id')
    .select(({ fn }) => fn.coalesce('pending_email', 'local_identity.email').as('email'))
    .where('app_user.issuer', '=', builtInIssuer)
    .where('app_user.user_id', 'in', userIds)
    .where(({ or, eb }) => or([eb('pending_email', 'is not', null), eb('is_email_verified', '=', false)]))
    .execute();
  return new Map(rows.map(({ user_id: userId, email }) => [userId, email]));
}
