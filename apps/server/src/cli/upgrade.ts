import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findLastBackup } from '../database/backup/last-backup.ts';
import { signaturePurpose } from '../database/backup/manifest.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { listPendingMigrations } from '../database/migrate.ts';
import { createSigner } from '../platform/signer.ts';
import { readVersion } from '../platform/version.ts';
import { CliError } from './cli-error.ts';
import { restore } from './restore.ts';
import { withDatabase, type DatabaseSession } from './with-database.ts';

type Environment = Record<string, string | undefined>;

const usage = 'Usage: tidemark upgrade --check [--scratch postgres://…]';
const recentBackupMillis = 24 * 3_600_000;

/**
 * Tries what this version would change on a copy of the database, while the earlier version runs: applies the pending
 * migrations to the copy and checks the result. Returns 1 if the upgrade would fail.
 */
export async function checkUpgrade(environment: Environment, args: string[]): Promise<number> {
  const scratch = readScratch(args);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-upgrade-'));
  const copy = path.join(folder, 'copy.tar');
  try {
    const startedAt = performance.now();
    if (!(await copyDatabase(environment, { copy, noFiles: path.join(folder, 'files') }))) return 0;
    const status = await restore(environment, ['--verify', copy, ...(scratch ? ['--scratch', scratch] : [])]);
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
    console.log(
      status === 0
        ? `The upgrade succeeds on a copy, which took ${seconds} s to write, migrate and check.`
        : 'The upgrade fails on a copy. Keep the current version.',
    );
    return status;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the database without files, which no migration changes; returns false if no migration is pending. */
function copyDatabase(
  environment: Environment,
  { copy, noFiles }: { copy: string; noFiles: string },
): Promise<boolean> {
  const copyPending = async ({ db, address, encryptionKeys }: DatabaseSession) => {
    const pending = await listPendingMigrations(db);
    if (pending.length === 0) {
      console.log('The database is up to date: this version has no pending migrations.');
      return false;
    }
    console.log(`Pending migrations: ${pending.join(', ')}.`);
    // An earlier schema's records may not be readable.
    const backedUpAt = await findLastBackup(db).catch(() => null);
    if (!backedUpAt) console.log('Warning: no backup is known. Run tidemark backup before the upgrade.');
    else if (Date.now() - backedUpAt.getTime() > recentBackupMillis)
      console.log(
        `Warning: the last backup is from ${backedUpAt.toISOString()}. Run tidemark backup before the upgrade.`,
      );
    await writeBackup(
      {
        address,
        filesFolder: noFiles,
        version: await readVersion(),
        signer: createSigner(encryptionKeys, signaturePurpose),
        // The query for them needs the new schema; the tokens themselves are tried after the migration.
        listKeyIds: async () => [],
      },
      copy,
      { allowEmpty: true, allowOlder: true },
    );
    return true;
  };
  return withDatabase(environment, copyPending, { asOwner: true });
}

function readScratch(args: string[]): string | null {
  try {
    const { values } = parseArgs({
      args,
      options: { check: { type: 'boolean', default: false }, scratch: { type: 'string' } },
    });
    if (!values.check) throw new CliError(usage);
    return values.scratch ?? null;
  } catch (cause) {
    throw new CliError(usage, { cause });
  }
}
