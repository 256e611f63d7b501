import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { readPlaces } from '../config/config.ts';
import { loadLocalSecrets, saveLocalKeys } from '../config/local-secrets.ts';
import { findRunning } from '../database/embedded/postmaster.ts';
import { writeAuditEntry } from '../features/admin/index.ts';
import { countSealedTokens, resealTokens } from '../features/connections/index.ts';
import { openVault, withDatabase, type Beside } from './with-database.ts';
import { Refusal } from './refusal.ts';

type Environment = Record<string, string | undefined>;

/** Prints which keys there are and which are in use; returns 1 when one in use is not there. */
export function checkKeys(environment: Environment): Promise<number> {
  return withDatabase(environment, (beside) => printKeys(beside));
}

/**
 * Seals everything with the first key while Tidemark runs. Without ENCRYPTION_KEYS it makes that key first: a process
 * that runs reads the file again when it meets a key that it does not know.
 */
export function rotateKeys(environment: Environment, args: string[]): Promise<number> {
  const dryRun = args.includes('--dry-run');
  if (args.some((word) => word !== '--dry-run')) throw new Refusal('Usage: tidemark keys rotate [--dry-run]');
  return withDatabase(environment, async (beside) => {
    if (dryRun) {
      const status = await printKeys(beside);
      console.log(
        `Everything would be sealed with ${environment['ENCRYPTION_KEYS'] ? beside.vault.keyIds[0] : 'a new key'}.`,
      );
      return status;
    }
    const isMade = environment['ENCRYPTION_KEYS'] || (await isUnderWay(beside));
    const vault = isMade ? beside.vault : openVault(await addLocalKey(beside.dataDir));
    const { resealed, damaged, unknown } = await resealTokens(beside.db, vault);
    await writeAuditEntry(beside.db, {
      actorId: null,
      action: 'keys.rotated',
      target: `key:${vault.keyIds[0]}`,
      change: { resealed, damaged, unknown: Object.fromEntries(unknown), by: 'tidemark keys rotate' },
      requestId: null,
      ip: null,
    });
    console.log(`${resealed} tokens are sealed anew with the key ${vault.keyIds[0]}.`);
    if (damaged > 0) console.log(`${damaged} tokens do not open with their key: their people have to connect again.`);
    return Math.max(await printKeys({ ...beside, vault }), damaged > 0 ? 1 : 0);
  });
}

/** Takes keys out of the data folder that seal nothing any more. */
export async function pruneKeys(environment: Environment): Promise<void> {
  const { dataDir } = readPlaces(environment);
  if (environment['ENCRYPTION_KEYS'])
    throw new Refusal('The keys stand in ENCRYPTION_KEYS: take those that tidemark keys check calls unused out there.');
  const { databasePassword, encryptionKeys } = await loadLocalSecrets(dataDir);
  if (await findRunning({ folder: path.join(dataDir, 'postgres'), password: databasePassword }))
    throw new Refusal('Tidemark runs, and may still seal with an older key: stop it first.');
  await withDatabase(environment, async ({ db }) => {
    const used = await countSealedTokens(db);
    const kept = encryptionKeys
      .split(',')
      .filter((key, index) => index === 0 || used.has(key.trim().split(':', 1)[0] ?? ''));
    await saveLocalKeys(dataDir, kept.join(','));
    console.log(`${encryptionKeys.split(',').length - kept.length} unused keys were taken out of the data folder.`);
  });
}

/** A rotation that was cut short, or during which a token was sealed with the older key, is ended with its own key. */
async function isUnderWay({ db, vault }: Beside): Promise<boolean> {
  const [first] = vault.keyIds;
  return [...(await countSealedTokens(db)).keys()].some((keyId) => keyId !== first && vault.keyIds.includes(keyId));
}

async function addLocalKey(dataDir: string): Promise<string> {
  const { encryptionKeys } = await loadLocalSecrets(dataDir);
  const keys = `local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')},${encryptionKeys}`;
  await saveLocalKeys(dataDir, keys);
  return keys;
}

async function printKeys({ db, vault }: Pick<Beside, 'db' | 'vault'>): Promise<number> {
  const used = await countSealedTokens(db);
  const [first] = vault.keyIds;
  for (const keyId of vault.keyIds) {
    const tokens = used.get(keyId) ?? 0;
    const role = keyId === first ? 'seals' : tokens === 0 ? 'unused: may be removed' : 'opens only';
    console.log(`${keyId}  ${tokens} tokens  ${role}`);
  }
  const missing = [...used].filter(([keyId]) => !vault.keyIds.includes(keyId));
  for (const [keyId, tokens] of missing)
    console.log(`${keyId}  ${tokens} tokens  missing: their people have to connect again, or the key has to come back`);
  return missing.length === 0 ? 0 : 1;
}
