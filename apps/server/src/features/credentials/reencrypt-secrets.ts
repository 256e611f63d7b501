import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { DecryptionError, getKeyId, type Vault } from '../../platform/secrets.ts';
import { toSecretAssociatedData } from './codes/queries.ts';
import { secretsAssociatedData } from './provider/provider-secrets.ts';

/** Counts authenticator secrets and provider keys by encryption key. */
export async function countSecretsByKey(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ key_id: string; secrets: number }>`
    select split_part(encrypted, '.', 1) as key_id, count(*) as secrets from (
      select totp_secret_encrypted as encrypted from local_identity where totp_secret_encrypted is not null
      union all select secret_encrypted from provider_secret) as secret group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ key_id, secrets }) => [key_id, secrets]));
}

/** Encrypts authenticator secrets and provider keys with the first key; skips concurrent changes. */
export async function reencryptSecrets(db: Database, vault: Vault): Promise<number> {
  const [first = ''] = vault.keyIds;
  let reencrypted = 0;
  const people = await db
    .selectFrom('local_identity')
    .select(['subject', 'totp_secret_encrypted'])
    .where('totp_secret_encrypted', 'is not', null)
    .execute();
  for (const { subject, totp_secret_encrypted: encrypted } of people) {
    const next = reencrypt(vault, encrypted ?? '', toSecretAssociatedData(subject), first);
    if (next === null) continue;
    const { numUpdatedRows } = await db
      .updateTable('local_identity')
      .set({ totp_secret_encrypted: next })
      .where('subject', '=', subject)
      .where('totp_secret_encrypted', '=', encrypted)
      .executeTakeFirst();
    reencrypted += Number(numUpdatedRows);
  }
  const provider = await db.selectFrom('provider_secret').select('secret_encrypted').executeTakeFirst();
  const next = provider && reencrypt(vault, provider.secret_encrypted, secretsAssociatedData, first);
  if (!next) return reencrypted;
  await db
    .updateTable('provider_secret')
    .set({ secret_encrypted: next })
    .where('secret_encrypted', '=', provider.secret_encrypted)
    .execute();
  return reencrypted + 1;
}

function reencrypt(vault: Vault, encrypted: string, associatedData: string, first: string): string | null {
  if (getKeyId(encrypted) === first) return null;
  try {
    return vault.encrypt(vault.decrypt(encrypted, associatedData), associatedData);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
