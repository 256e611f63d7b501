import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import { getKeyId, type Vault } from '../../../platform/secrets.ts';
import { decryptToken } from '../queries.ts';
import { saveReencryptedToken } from './queries.ts';

/** Counts tokens by encryption key. */
export async function countTokensByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('meta_connection')
    .select(sql<string>`split_part(token_encrypted, '.', 1)`.as('key_id'))
    .select(({ fn }) => fn.countAll<number>().as('tokens'))
    .groupBy('key_id')
    .orderBy('key_id')
    .execute();
  return new Map(rows.map((row) => [row.key_id, row.tokens]));
}

/** Tests each key by decrypting a token. */
export async function tryKeys(db: Database, vault: Vault): Promise<{ decrypted: string[]; failed: string[] }> {
  const outcome = { decrypted: [] as string[], failed: [] as string[] };
  for (const keyId of vault.keyIds) {
    const row = await db
      .selectFrom('meta_connection')
      .select(['user_id', 'token_encrypted'])
      .where('token_encrypted', 'like', `${keyId.replaceAll('_', '\\_')}.%`)
      .orderBy('user_id')
      .limit(1)
      .executeTakeFirst();
    if (!row) continue;
    try {
      decryptToken(vault, row);
      outcome.decrypted.push(keyId);
    } catch {
      outcome.failed.push(keyId);
    }
  }
  return outcome;
}

/** Logs an error for each key that stored tokens need and that is missing or different. */
export async function reportUnusableKeys(db: Database, vault: Vault, log: Log): Promise<void> {
  const { failed } = await tryKeys(db, vault);
  for (const [keyId, tokens] of await countTokensByKey(db)) {
    if (!vault.keyIds.includes(keyId))
      log.error({ keyId, tokens }, 'Stored Meta tokens need an encryption key that ENCRYPTION_KEYS does not have');
    else if (failed.includes(keyId))
      log.error({ keyId, tokens }, 'Stored Meta tokens do not decrypt with their key: was ENCRYPTION_KEYS changed?');
  }
}

/**
 * Encrypts every token with the first key, in batches; syncs work with either form. Skips tokens that changed meanwhile
 * or have no available key.
 */
export async function reencryptTokens(
  db: Database,
  vault: Vault,
  { atOnce = 100 }: { atOnce?: number } = {},
): Promise<{ reencrypted: number; unknown: Map<string, number>; damaged: number }> {
  const [first = ''] = vault.keyIds;
  const unknown = new Map<string, number>();
  let [reencrypted, damaged, after] = [0, 0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = await db
      .selectFrom('meta_connection')
      .select(['user_id', 'token_encrypted'])
      .where('user_id', '>', after)
      .where('token_encrypted', 'not like', `${first.replaceAll('_', '\\_')}.%`)
      .orderBy('user_id')
      .limit(atOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return { reencrypted, unknown, damaged };
    after = last.user_id;
    await db.transaction().execute(async (transaction) => {
      for (const row of rows) {
        const keyId = getKeyId(row.token_encrypted);
        const token = vault.keyIds.includes(keyId) ? tryDecrypting(vault, row) : null;
        if (token !== null) reencrypted += (await saveReencryptedToken(transaction, vault, row, token)) ? 1 : 0;
        else if (vault.keyIds.includes(keyId)) damaged += 1;
        else unknown.set(keyId, (unknown.get(keyId) ?? 0) + 1);
      }
    });
  }
}

function tryDecrypting(vault: Vault, row: { user_id: string; token_encrypted: string }): string | null {
  try {
    return decryptToken(vault, row);
  } catch {
    return null;
  }
}
