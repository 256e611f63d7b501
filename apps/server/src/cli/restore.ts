import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readPlaces } from '../config/config.ts';
import { loadLocalSecrets } from '../config/local-secrets.ts';
import { inspectArchive } from '../database/backup/archive.ts';
import { BackupProblem, type Manifest } from '../database/backup/manifest.ts';
import { dropOwnTables } from '../database/backup/own-tables.ts';
import { requireFree, requireReadable, restoreBackup } from '../database/backup/restore-backup.ts';
import { connectDatabase, type DatabaseAddress } from '../database/database.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { openOneConnection } from '../database/one-connection.ts';
import type { Vault } from '../platform/secrets.ts';
import { checkRestored } from './check-restored.ts';
import { openDatabase } from './database-access.ts';
import { Refusal } from './refusal.ts';
import { openVault } from './with-database.ts';

type Environment = Record<string, string | undefined>;

/** Puts a backup into the database of the configuration, or, to verify it, into one that is thrown away. Returns 1 when what was restored is not as it has to be. */
export async function restore(environment: Environment, args: string[]): Promise<number> {
  const { file, verify, scratch, replace, dryRun } = readArguments(args);
  const { dataDir } = readPlaces(environment);
  const { encryptionKeys } = await loadLocalSecrets(dataDir);
  const vault = openVault(environment['ENCRYPTION_KEYS'] || encryptionKeys);
  try {
    const manifest = await inspectArchive(file);
    await requireReadable(manifest);
    console.log(
      `${file} is whole: made by Tidemark ${manifest.version} at ${manifest.madeAt} on ${manifest.database.split(' on ')[0]}.`,
    );
    if (verify)
      return await withScratch(scratch, (address, filesFolder) =>
        fill({ address, filesFolder, vault }, file, manifest),
      );
    const databaseUrl = environment['DATABASE_URL'] || null;
    const { address, close } = await openDatabase({ dataDir, databaseUrl }, console.error);
    try {
      if (!dryRun)
        return await fill({ address, filesFolder: path.join(dataDir, 'files'), vault }, file, manifest, replace);
      await tell(address, manifest, vault, replace);
      return 0;
    } finally {
      await close();
    }
  } catch (error) {
    throw error instanceof BackupProblem ? new Refusal(error.message, { cause: error }) : error;
  }
}

/** Restores, migrates, checks, and says what was found. */
async function fill(
  { address, filesFolder, vault }: { address: DatabaseAddress; filesFolder: string; vault: Vault },
  file: string,
  manifest: Manifest,
  replace = false,
): Promise<number> {
  await restoreBackup({ address, filesFolder }, file, manifest, { replace });
  const db = connectDatabase(address, { max: 2 });
  try {
    const applied = await migrate(db);
    if (applied.length > 0) console.log(`Brought to this version: ${applied.join(', ')}.`);
  } finally {
    await db.destroy();
  }
  const slow = await openOneConnection(address, 'tidemark-restore');
  try {
    const { fine, wrong, warnings } = await checkRestored(slow.db, vault, manifest);
    for (const line of fine) console.log(line);
    for (const line of warnings) console.log(`Warning: ${line}`);
    for (const line of wrong) console.error(`Wrong: ${line}`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await slow.close();
  }
}

async function tell(address: DatabaseAddress, manifest: Manifest, vault: Vault, replace: boolean): Promise<void> {
  const { db, close } = await openOneConnection(address, 'tidemark-restore');
  try {
    await requireFree(db, { replace });
  } finally {
    await close();
  }
  for (const { name, rows } of manifest.tables) console.log(`${name}  ${rows} rows`);
  console.log(`${manifest.pieces.filter(({ name }) => name.startsWith('files/')).length} files`);
  for (const keyId of manifest.keyIds)
    if (!vault.keyIds.includes(keyId))
      console.log(`Warning: the encryption key ${keyId} is not here: Meta tokens sealed with it will not open.`);
  console.log('Nothing was written.');
}

/** A database for a while: a built-in one in a temporary folder, or an empty one of yours, which is emptied again. */
async function withScratch(
  url: string | null,
  use: (address: DatabaseAddress, filesFolder: string) => Promise<number>,
): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-verify-'));
  const server =
    url === null
      ? await startEmbeddedPostgres(folder, { password: path.basename(folder), onProblem: console.error })
      : null;
  const address = server?.address ?? { connectionString: url ?? '' };
  try {
    const status = await use(address, path.join(folder, 'files'));
    console.log(status === 0 ? 'The backup can be restored.' : 'The backup cannot be trusted.');
    if (url !== null) await emptied(address);
    return status;
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function emptied(address: DatabaseAddress): Promise<void> {
  const { db, close } = await openOneConnection(address, 'tidemark-restore');
  try {
    await dropOwnTables(db);
  } finally {
    await close();
  }
}

function readArguments(args: string[]) {
  const usage =
    'Usage: tidemark restore FILE [--replace] [--dry-run], or tidemark restore --verify FILE [--scratch postgres://…]';
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        verify: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        scratch: { type: 'string' },
      },
    });
    const [file, ...more] = positionals;
    const { verify, replace, scratch } = values;
    if (!file || more.length > 0 || (scratch !== undefined && !verify) || (verify && (replace || values['dry-run'])))
      throw new Refusal(usage);
    return { file, verify, replace, scratch: scratch ?? null, dryRun: values['dry-run'] };
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal(usage, { cause });
  }
}
