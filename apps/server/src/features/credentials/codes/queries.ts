import type { Database, Transaction } from '../../../database/database.ts';

export const toSecretAssociatedData = (subject: string) => `local_identity|${subject}|totp_secret`;

/** Replaces the secret and the recovery codes. */
export async function saveSecret(
  db: Database,
  { subject, encrypted, step, codeHashes }: { subject: string; encrypted: string; step: number; codeHashes: Buffer[] },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('local_identity')
      .set({ totp_secret_encrypted: encrypted, totp_last_step: step })
      .where('subject', '=', subject)
      .execute();
    await transaction.deleteFrom('recovery_code').where('subject', '=', subject).execute();
    await transaction
      .insertInto('recovery_code')
      .values(codeHashes.map((hash) => ({ code_hash: hash, subject })))
      .execute();
  });
}

/** Claims a time step; false if its code, or a later one, was used before. */
export async function takeStep(db: Database, { subject, step }: { subject: string; step: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('local_identity')
    .set({ totp_last_step: step })
    .where('subject', '=', subject)
    .where(({ or, eb }) => or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function takeRecoveryCode(
  db: Database,
  { subject, codeHash }: { subject: string; codeHash: Buffer },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('subject', '=', subject)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Database, subject: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return left;
}

export async function deleteCodes(transaction: Transaction, subject: string): Promise<void> {
  await transaction
    .updateTable('local_identity')
    .set({ totp_secret_encrypted: null, totp_last_step: null })
    .where('subject', '=', subject)
    .execute();
  await transaction.deleteFrom('recovery_code').where('subject', '=', subject).execute();
}
