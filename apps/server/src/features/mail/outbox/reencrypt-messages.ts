import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { DecryptionError, getKeyId, type Vault } from '../../../platform/secrets.ts';
import { toContentAssociatedData } from './outbox.ts';

/** Counts queued messages by encryption key. */
export async function countMessagesByKey(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ key_id: string; messages: number }>`
    select split_part(content_encrypted, '.', 1) as key_id, count(*)::int as messages
    from mail_message where content_encrypted is not null group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ key_id, messages }) => [key_id, messages]));
}

/** Encrypts queued messages with the first key; messages sent meanwhile are skipped. */
export async function reencryptMessages(db: Database, vault: Vault): Promise<number> {
  const rows = await db
    .selectFrom('mail_message')
    .select(['message_id', 'content_encrypted'])
    .where('content_encrypted', 'is not', null)
    .execute();
  let reencrypted = 0;
  for (const { message_id: messageId, content_encrypted: encrypted } of rows) {
    if (encrypted === null || getKeyId(encrypted) === vault.keyIds[0]) continue;
    const aad = toContentAssociatedData(messageId);
    try {
      const next = vault.encrypt(vault.decrypt(encrypted, aad), aad);
      const { numUpdatedRows } = await db
        .updateTable('mail_message')
        .set({ content_encrypted: next })
        .where('message_id', '=', messageId)
        .where('content_encrypted', '=', encrypted)
        .executeTakeFirst();
      reencrypted += Number(numUpdatedRows);
    } catch (error) {
      // Sending reports a message whose key is missing.
      if (!(error instanceof DecryptionError)) throw error;
    }
  }
  return reencrypted;
}
