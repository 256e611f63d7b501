import { generateKeyPair as generate, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DecryptionError, getKeyId, type Vault } from '../../../platform/secrets.ts';

const generateKeyPair = promisify(generate);
export const secretsAssociatedData = 'provider_secret';

const ProviderSecrets = z.object({
  /** A private ES256 key. */
  signingKey: z.looseObject({ kty: z.literal('EC'), kid: z.string() }),
  cookieKey: z.string(),
  clientSecret: z.string(),
});
export type ProviderSecrets = z.infer<typeof ProviderSecrets>;

/**
 * Loads the provider's keys, generated once for all processes and encrypted with the first encryption key. If that key
 * is gone, new keys replace them, and all users sign in again.
 */
export async function loadProviderSecrets(
  { db, vault, clock }: { db: Database; vault: Vault; clock: Clock },
  { mayReplace = true }: { mayReplace?: boolean } = {},
): Promise<ProviderSecrets> {
  const row = await db.selectFrom('provider_secret').select('secret_encrypted').executeTakeFirst();
  const known = row && decrypt(vault, row.secret_encrypted);
  if (known && getKeyId(row.secret_encrypted) === vault.keyIds[0]) return known;
  const secrets = known ?? (await generateSecrets());
  const values = {
    secret_encrypted: vault.encrypt(JSON.stringify(secrets), secretsAssociatedData),
    created_at: clock(),
  };
  // The first process's keys win when several start at once.
  await db
    .insertInto('provider_secret')
    .values({ provider_secret_id: 1, ...values })
    .onConflict((conflict) =>
      conflict
        .column('provider_secret_id')
        .doUpdateSet(values)
        .where('provider_secret.secret_encrypted', '=', row?.secret_encrypted ?? ''),
    )
    .execute();
  return mayReplace ? loadProviderSecrets({ db, vault, clock }, { mayReplace: false }) : secrets;
}

function decrypt(vault: Vault, encrypted: string): ProviderSecrets | null {
  try {
    return ProviderSecrets.parse(JSON.parse(vault.decrypt(encrypted, secretsAssociatedData)));
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

async function generateSecrets(): Promise<ProviderSecrets> {
  const { privateKey } = await generateKeyPair('ec', { namedCurve: 'P-256' });
  const key = await exportJWK(privateKey);
  const kid = (await calculateJwkThumbprint(key)).slice(0, 16);
  return {
    signingKey: { ...key, kty: 'EC', kid, alg: 'ES256', use: 'sig' },
    cookieKey: randomBytes(32).toString('base64url'),
    clientSecret: randomBytes(32).toString('base64url'),
  };
}
