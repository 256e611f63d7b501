import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { failures } from '@tidemark/contract';
import { countEncrypted, encryptedColumns } from '../app/features.ts';
import { readPlaces } from '../config/config.ts';
import { loadLocalSecrets, saveLocalKeys } from '../config/local-secrets.ts';
import { findRunning } from '../database/embedded/postmaster.ts';
import { countAuditKeys, bySystem, writeAuditEntry, writeCheckpoint } from '../features/audit/index.ts';
import { probePurpose, toProbeAddress } from '../features/system/index.ts';
import { reencrypt } from '../platform/encrypted-columns.ts';
import { createSigner } from '../platform/signer.ts';
import { openAuditLog, openVault, withDatabase, type DatabaseSession } from './with-database.ts';
import { CliError } from './cli-error.ts';

type Environment = Record<string, string | undefined>;

/** Prints the available keys and those in use; returns 1 when one in use is missing. */
export function checkKeys(environment: Environment): Promise<number> {
  return withDatabase(environment, (session) => printKeys(session));
}

/**
 * Re-encrypts everything with the first key while Tidemark runs. Without ENCRYPTION_KEYS it creates that key first: a
 * running process reloads the file when it meets an unknown key ID.
 */
export function rotateKeys(environment: Environment, args: string[]): Promise<number> {
  const dryRun = args.includes('--dry-run');
  if (args.some((word) => word !== '--dry-run')) throw new CliError('Usage: tidemark keys rotate [--dry-run]');
  return withDatabase(environment, async (session) => {
    if (dryRun) {
      const status = await printKeys(session);
      console.log(
        `Everything would be encrypted with ${environment['ENCRYPTION_KEYS'] ? session.vault.keyIds[0] : 'a new key'}.`,
      );
      return status;
    }
    if (environment['ENCRYPTION_KEYS'])
      await assertRunningKnows(session.encryptionKeys, readPlaces(environment).appUrl);
    const isMade = environment['ENCRYPTION_KEYS'] || (await isUnderWay(session));
    const keys = isMade ? session.encryptionKeys : await addLocalKey(session.dataDir);
    const vault = openVault(keys);
    const audit = openAuditLog(session.db, keys);
    let [reencrypted, secrets, damaged] = [0, 0, 0];
    const unknown = new Map<string, number>();
    for (const column of encryptedColumns) {
      const outcome = await reencrypt(session.db, vault, column);
      // Only users can replace a damaged Meta token; other secrets expire, or the program issues new ones.
      if (!['meta_connection', 'instagram_login'].includes(column.table)) secrets += outcome.reencrypted;
      else {
        reencrypted += outcome.reencrypted;
        damaged += outcome.damaged;
        for (const [keyId, count] of outcome.unknown) unknown.set(keyId, count);
      }
    }
    await writeAuditEntry(audit, {
      ...bySystem,
      action: 'keys.rotated',
      target: `key:${vault.keyIds[0]}`,
      change: { reencrypted, secrets, damaged, unknown: Object.fromEntries(unknown), by: 'tidemark keys rotate' },
    });
    console.log(`Tokens re-encrypted with the key ${vault.keyIds[0]}: ${reencrypted}.`);
    if (damaged > 0) console.log(`Tokens that cannot be decrypted: ${damaged}. Their users must reconnect.`);
    const { intact } = await writeCheckpoint(audit, { reason: 'keys.rotated' });
    if (!intact) console.log('The audit log is not intact and still needs the older keys: see tidemark admin audit.');
    return Math.max(await printKeys({ ...session, vault }), damaged > 0 || !intact ? 1 : 0);
  });
}

/** Asks the running Tidemark, which could not decrypt what a key that it lacks encrypts. */
async function assertRunningKnows(keys: string, appUrl: string): Promise<void> {
  const signer = createSigner(keys, probePurpose);
  const answer = await fetch(toProbeAddress(appUrl, signer), { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  await answer?.body?.cancel();
  if (answer?.status === failures.signature_invalid.status)
    throw new CliError(
      `The Tidemark running at ${appUrl} does not know the key ${signer.keyId}. Restart every process with it first; nothing was changed.`,
    );
  if (answer?.status !== 200)
    console.log(`No Tidemark answers at ${appUrl}. Any process elsewhere must know the key ${signer.keyId} already.`);
}

/** Removes keys from the data folder that encrypt nothing any more. */
export async function pruneKeys(environment: Environment): Promise<void> {
  const { dataDir } = readPlaces(environment);
  if (environment['ENCRYPTION_KEYS'])
    throw new CliError(
      'The keys are set in ENCRYPTION_KEYS. Remove the ones that tidemark keys check reports as unused there.',
    );
  const { databasePassword, encryptionKeys } = await loadLocalSecrets(dataDir);
  if (await findRunning({ folder: path.join(dataDir, 'postgres'), password: databasePassword }))
    throw new CliError('Tidemark is running and may still encrypt with an older key. Stop it first.');
  await withDatabase(environment, async ({ db, audit }) => {
    const needed = [...(await countAuditKeys(db)).keys()];
    if (needed.some((keyId) => keyId !== audit.signer.keyId)) await writeCheckpoint(audit, { reason: 'keys.pruned' });
    const used = new Set([...(await countEncrypted(db)).keys(), ...(await countAuditKeys(db)).keys()]);
    const remaining = encryptionKeys
      .split(',')
      .filter((key, index) => index === 0 || used.has(key.trim().split(':', 1)[0] ?? ''));
    await saveLocalKeys(dataDir, remaining.join(','));
    console.log(`Unused keys removed from the data folder: ${encryptionKeys.split(',').length - remaining.length}.`);
  });
}

/**
 * Returns true after an interrupted rotation, or if a token was encrypted with the older key meanwhile: the next
 * rotation then reuses the newest key.
 */
async function isUnderWay({ db, vault }: DatabaseSession): Promise<boolean> {
  const [first] = vault.keyIds;
  return [...(await countEncrypted(db)).keys()].some((keyId) => keyId !== first && vault.keyIds.includes(keyId));
}

async function addLocalKey(dataDir: string): Promise<string> {
  const { encryptionKeys } = await loadLocalSecrets(dataDir);
  const keys = `local-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')},${encryptionKeys}`;
  await saveLocalKeys(dataDir, keys);
  return keys;
}

async function printKeys({ db, vault }: Pick<DatabaseSession, 'db' | 'vault'>): Promise<number> {
  const [used, signed] = await Promise.all([countEncrypted(db), countAuditKeys(db)]);
  const [first] = vault.keyIds;
  for (const keyId of vault.keyIds) {
    const tokens = used.get(keyId) ?? 0;
    const entries = signed.get(keyId) ?? 0;
    const spare =
      entries === 0 ? 'unused, can be removed' : `needed to verify ${entries} audit entries until keys rotate`;
    const role = keyId === first ? 'encrypts' : tokens === 0 ? spare : 'decrypts only';
    console.log(`${keyId}  ${tokens} tokens  ${role}`);
  }
  const missing = [...used].filter(([keyId]) => !vault.keyIds.includes(keyId));
  for (const [keyId, tokens] of missing)
    console.log(`${keyId}  ${tokens} tokens  missing: restore the key, or their users must reconnect`);
  return missing.length === 0 ? 0 : 1;
}
