import type { Database } from '../../../../database/database.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { countByKey } from '../../../../platform/encrypted-columns.ts';
import { decryptInstagramToken } from '../instagram/queries.ts';
import { decryptToken } from '../queries.ts';

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
    const own = await db
      .selectFrom('instagram_login')
      .select(['login_id', 'token_encrypted'])
      .where('token_encrypted', 'like', `${keyId.replaceAll('_', '\\_')}.%`)
      .orderBy('login_id')
      .limit(1)
      .executeTakeFirst();
    if (!row && !own) continue;
    try {
      if (row) decryptToken(vault, row);
      if (own) decryptInstagramToken(vault, own);
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
  for (const [keyId, tokens] of await countByKey(
    db,
    ['meta_connection', 'instagram_login'].map((table) => ({ table, name: 'token_encrypted' })),
  )) {
    if (!vault.keyIds.includes(keyId))
      log.error({ keyId, tokens }, 'Stored Meta tokens need an encryption key that ENCRYPTION_KEYS does not have');
    else if (failed.includes(keyId))
      log.error({ keyId, tokens }, 'Stored Meta tokens do not decrypt with their key: was ENCRYPTION_KEYS changed?');
  }
}
