import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { DecryptionError, getKeyId, type Vault } from '../../platform/secrets.ts';
import { toTokenAssociatedData } from './tokens.ts';

/** Counts links by their token's encryption key. */
export async function countLinksByKey(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ key_id: string; links: number }>`
    select split_part(token_encrypted, '.', 1) as key_id, count(*)::int as links
    from share_link where token_encrypted is not null group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ key_id, links }) => [key_id, links]));
}

/** Encrypts links' tokens with the first key; links revoked meanwhile are skipped. */
export async function reencryptShareTokens(db: Database, vault: Vault): Promise<number> {
  const rows = await db
    .selectFrom('share_link')
    .select(['link_id', 'token_encrypted'])
    .where('token_encrypted', 'is not', null)
    .execute();
  let reencrypted = 0;
  for (const { link_id: linkId, token_encrypted: encrypted } of rows) {
    if (encrypted === null || getKeyId(encrypted) === vault.keyIds[0]) continue;
    const aad = toTokenAssociatedData(linkId);
    try {
      const next = vault.encrypt(vault.decrypt(encrypted, aad), aad);
      const { numUpdatedRows } = await db
        .updateTable('share_link')
        .set({ token_encrypted: next })
        .where('link_id', '=', linkId)
        .where('token_encrypted', '=', encrypted)
        .executeTakeFirst();
      reencrypted += Number(numUpdatedRows);
    } catch (error) {
      // A link still works when its key is missing; its owner just cannot copy it again.
      if (!(error instanceof DecryptionError)) throw error;
    }
  }
  return reencrypted;
}
