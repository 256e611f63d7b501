import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { listInvitationLinks } from './links/sign-in-links.ts';

/** Lists who signs in with the built-in identity provider and how, and who was invited to. */
export async function listSignIns(db: Database) {
  const rows = await db
    .selectFrom('local_identity')
    .leftJoin('passkey', 'passkey.subject', 'local_identity.subject')
    .select(['local_identity.email', 'local_identity.name'])
    .select([
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      sql<boolean>`totp_secret_encrypted is not null`.as('usesCodes'),
    ])
    .select(({ fn }) => fn.count<number>('passkey.credential_id').as('passkeys'))
    .groupBy('local_identity.subject')
    .orderBy(sql`lower(local_identity.email)`)
    .execute();
  const invitations = await listInvitationLinks(db);
  return {
    people: rows,
    invitations: invitations.map(({ email, expiresAt }) => ({ email: email ?? '', expiresAt })),
  };
}
