import path from 'node:path';
import { parseArgs } from 'node:util';
import { readPlaces } from '../config/config.ts';
import { findLocalKeys } from '../config/local-secrets.ts';
import { BackupError, signaturePurpose, type Manifest } from '../database/backup/manifest.ts';
import { openArchive, type ArchiveReader } from '../database/backup/read-archive.ts';
import { requireFree, requireReadable } from '../database/backup/restore-backup.ts';
import { withScratchDatabase } from '../database/backup/scratch-database.ts';
import type { DatabaseAddress } from '../database/database.ts';
import { countEncrypted } from '../app/features.ts';
import { restoreAndCheck } from '../features/admin/index.ts';
import { auditPurpose } from '../features/audit/index.ts';
import { openOneConnection } from '../database/dedicated-connection.ts';
import type { Vault } from '../platform/secrets.ts';
import { createSigner } from '../platform/signer.ts';
import { acceptSignature } from './backup-signature.ts';
import { openDatabase } from './database-access.ts';
import { CliError } from './cli-error.ts';
import { printProgress, withProgressLine, type ProgressPrinter } from './progress.ts';
import { openAuditLog, openVault } from './with-database.ts';
import { tryKeys } from '../networks/networks.ts';

type Environment = Record<string, string | undefined>;

/**
 * Restores a backup into the configured database or, to verify it, into a temporary one. Returns 1 when the restored
 * data fails a check.
 */
export async function restore(environment: Environment, args: string[]): Promise<number> {
  const options = readArguments(args);
  const { dataDir } = readPlaces(environment);
  const keys = environment['ENCRYPTION_KEYS'] || (await findLocalKeys(dataDir));
  const vault = keys === null ? null : openVault(keys);
  try {
    const archive = await openArchive(options.file);
    try {
      const signer = keys === null ? null : createSigner(keys, signaturePurpose);
      console.log(acceptSignature(await archive.checkSignature(signer), options));
      const manifest = await withProgressLine('Reading the backup', () => archive.inspect());
      const backup = { archive, manifest, vault, encryptionKeys: keys };
      return await restoreArchive(backup, {
        ...options,
        dataDir,
        databaseUrl: environment['DATABASE_URL'] || null,
        migrationDatabaseUrl: environment['MIGRATION_DATABASE_URL'] || null,
      });
    } finally {
      await archive.close();
    }
  } catch (error) {
    throw error instanceof BackupError ? new CliError(error.message, { cause: error }) : error;
  }
}

interface Backup {
  archive: ArchiveReader;
  manifest: Manifest;
  vault: Vault | null;
  encryptionKeys: string | null;
}

async function restoreArchive(
  backup: Backup,
  {
    file,
    verify,
    scratch,
    replace,
    dryRun,
    dataDir,
    databaseUrl,
    migrationDatabaseUrl,
  }: ReturnType<typeof readArguments> & {
    dataDir: string;
    databaseUrl: string | null;
    migrationDatabaseUrl: string | null;
  },
): Promise<number> {
  const { manifest } = backup;
  await requireReadable(manifest);
  console.log(
    `${file} is complete: created by Tidemark ${manifest.version} at ${manifest.madeAt} on ${manifest.database.split(' on ')[0]}.`,
  );
  if (verify)
    return untilInterrupted((signal) =>
      withScratchDatabase({ url: scratch, signal }, async (target) => {
        const status = await fill(target, backup);
        console.log(status === 0 ? 'The backup can be restored.' : 'The backup cannot be trusted.');
        return status;
      }),
    );
  const { address, ownerAddress, close } = await openDatabase(
    { dataDir, databaseUrl, migrationDatabaseUrl },
    console.error,
  );
  try {
    if (!dryRun)
      return await fill({ address, ownerAddress, filesFolder: path.join(dataDir, 'files') }, backup, replace);
    await describe(ownerAddress, backup, replace);
    return 0;
  } finally {
    await close();
  }
}

/** Runs work with a signal that aborts on Ctrl+C or a stop; returns 1 if it did. */
async function untilInterrupted(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController();
  const interrupt = () => stopping.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt);
  try {
    return await run(stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) return 1;
    throw error;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupt);
  }
}

async function fill(
  target: Omit<Parameters<typeof restoreAndCheck>[0], 'checks' | 'openAuditLog'>,
  { archive, manifest, vault, encryptionKeys }: Backup,
  replace = false,
): Promise<number> {
  const progress = printProgress('Restoring');
  const auditSigner = encryptionKeys === null ? null : createSigner(encryptionKeys, auditPurpose);
  const { passed, failed, warnings } = await restoreAndCheck(
    {
      ...target,
      checks: { vault, auditSigner, countEncrypted, tryKeys },
      openAuditLog: encryptionKeys === null ? null : (db) => openAuditLog(db, encryptionKeys),
    },
    { archive: countReads(archive, manifest, progress), manifest },
    {
      replace,
      onRestored: progress.end,
      onMigrated(applied) {
        if (applied.length > 0) console.log(`Applied migrations: ${applied.join(', ')}.`);
      },
    },
  ).finally(progress.end);
  for (const line of passed) console.log(line);
  for (const line of warnings) console.log(`Warning: ${line}`);
  for (const line of failed) console.error(`Error: ${line}`);
  return failed.length === 0 ? 0 : 1;
}

/** Counts bytes, the best measure of how long a piece takes. */
function countReads(archive: ArchiveReader, manifest: Manifest, { report }: ProgressPrinter): ArchiveReader {
  const total = manifest.pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return {
    ...archive,
    async read(piece) {
      report(done, total);
      const bytes = await archive.read(piece);
      done += piece.bytes;
      return bytes;
    },
  };
}

async function describe(address: DatabaseAddress, { manifest, vault }: Backup, replace: boolean): Promise<void> {
  const { db, close } = await openOneConnection(address, 'tidemark-restore');
  try {
    await requireFree(db, { replace });
  } finally {
    await close();
  }
  for (const { name, rows } of manifest.tables) console.log(`${name}  ${rows} rows`);
  console.log(`${manifest.pieces.filter(({ name }) => name.startsWith('files/')).length} files`);
  for (const keyId of manifest.keyIds)
    if (!vault?.keyIds.includes(keyId))
      console.log(
        `Warning: the encryption key ${keyId} is not configured here. Secrets encrypted with it cannot be decrypted.`,
      );
  console.log('Nothing was written.');
}

function readArguments(args: string[]) {
  const usage =
    'Usage: tidemark restore FILE [--replace] [--dry-run] [--unsigned], or tidemark restore --verify FILE [--scratch postgres://…] [--unsigned]';
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        verify: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        unsigned: { type: 'boolean', default: false },
        scratch: { type: 'string' },
      },
    });
    const [file, ...more] = positionals;
    const { verify, replace, unsigned, scratch } = values;
    if (!file || more.length > 0 || (scratch !== undefined && !verify) || (verify && (replace || values['dry-run'])))
      throw new CliError(usage);
    return { file, verify, replace, unsigned, scratch: scratch ?? null, dryRun: values['dry-run'] };
  } catch (cause) {
    throw cause instanceof CliError ? cause : new CliError(usage, { cause });
  }
}
