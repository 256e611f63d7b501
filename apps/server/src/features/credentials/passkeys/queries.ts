import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';

export interface NewPasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
}

const toHash = (challenge: string) => createHash('sha256').update(challenge).digest();

export async function saveChallenge(
  db: Database,
  { challenge, subject, expiresAt }: { challenge: string; subject: string | null; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: toHash(challenge), subject, expires_at: expiresAt })
    .execute();
}

/** Takes a challenge that was sent for this purpose; false if it is unknown, too old or already answered. */
export async function takeChallenge(
  db: Database,
  { challenge, subject, now }: { challenge: string; subject: string | null; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', toHash(challenge))
    .where('expires_at', '>', now)
    .where((eb) => (subject === null ? eb('subject', 'is', null) : eb('subject', '=', subject)))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function savePasskey(
  transaction: Transaction | Database,
  {
    credentialId,
    publicKey,
    counter,
    transports,
    name,
    subject,
    createdAt,
  }: NewPasskey & { subject: string; createdAt: Date },
): Promise<void> {
  await transaction
    .insertInto('passkey')
    .values({
      credential_id: credentialId,
      subject,
      public_key: publicKey,
      counter,
      transports,
      name,
      created_at: createdAt,
    })
    .execute();
}

export function listPasskeys(db: Database, subject: string) {
  return db
    .selectFrom('passkey')
    .select(['credential_id', 'name', 'transports', 'created_at', 'last_used_at'])
    .where('subject', '=', subject)
    .orderBy('created_at')
    .execute();
}

export function findPasskey(db: Database, credentialId: string) {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function recordPasskeyUse(
  db: Database,
  { credentialId, counter, now }: { credentialId: string; counter: number; now: Date },
): Promise<void> {
  await db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('credential_id', '=', credentialId)
    .execute();
}

export async function deletePasskey(
  db: Database,
  { credentialId, subject }: { credentialId: string; subject: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('credential_id', '=', credentialId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function deleteOldChallenges(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'passkey_challenge', sql`expires_at < ${now}`);
}
