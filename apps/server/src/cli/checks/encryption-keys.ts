import { listUnreadable } from '../../app/features.ts';
import type { Database } from '../../database/database.ts';
import { createVault } from '../../platform/secrets.ts';
import { error, ok, type Check } from './check.ts';

/** Decrypts a stored text of each kind and key. */
export async function checkEncryptionKeys(db: Database, encryptionKeys: string): Promise<Check> {
  const area = 'Encryption key';
  const unreadable = await listUnreadable(db, createVault(encryptionKeys));
  if (unreadable.length === 0) return ok(area, 'It decrypts what is stored');
  return error(
    area,
    `The tokens were encrypted with another key (${unreadable.join(', ')})`,
    'Put that key back into ENCRYPTION_KEYS, or into secrets.json without it. If it is lost, see “A key is lost” in docs/operating.md.',
  );
}
