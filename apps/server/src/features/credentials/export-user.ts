import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: { signIn: await findSignIn(db, userId) },
});

/** Returns how the user signs in with the built-in identity provider, without anything secret; null if elsewhere. */
async function findSignIn(db: Database, userId: string) {
  const identity = await db
    .selectFrom('local_identity')
    .innerJoin('app_user', 'app_user.subject', 'local_identity.subject')
    .select(['local_identity.subject', 'local_identity.email', 'is_email_verified', 'pending_email'])
    .select([
      'local_identity.created_at',
      'password_changed_at',
      sql<boolean>`totp_secret_encrypted is not null`.as('uses_codes'),
    ])
    .where('app_user.user_id', '=', userId)
    .executeTakeFirst();
  if (!identity) return null;
  const passkeys = await db
    .selectFrom('passkey')
    .select(['name', 'created_at', 'last_used_at'])
    .where('subject', '=', identity.subject)
    .orderBy('created_at')
    .execute();
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('subject', '=', identity.subject)
    .executeTakeFirstOrThrow();
  return { ...identity, passkeys, recoveryCodesLeft: left };
}
