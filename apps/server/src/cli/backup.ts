import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { recordBackup } from '../database/backup/last-backup.ts';
import { signaturePurpose } from '../database/backup/manifest.ts';
import { planBackup, writeBackup } from '../database/backup/write-backup.ts';
import { countEncrypted } from '../app/features.ts';
import { createSigner } from '../platform/signer.ts';
import { readVersion } from '../platform/version.ts';
import { CliError } from './cli-error.ts';
import { withProgressLine } from './progress.ts';
import { withDatabase } from './with-database.ts';

type Environment = Record<string, string | undefined>;

/** Writes everything except the keys into one file, even while Tidemark runs. */
export async function backup(environment: Environment, args: string[]): Promise<void> {
  const { place, dryRun, allowEmpty } = readArguments(args);
  const file = await nameFile(place);
  await withDatabase(environment, async ({ db, address, vault, encryptionKeys, filesFolder }) => {
    const startedAt = new Date();
    const deps = {
      address,
      filesFolder,
      version: await readVersion(),
      signer: createSigner(encryptionKeys, signaturePurpose),
      listKeyIds: async (db: Parameters<typeof countEncrypted>[0]) => [...(await countEncrypted(db)).keys()],
    };
    if (dryRun) {
      const { tables, files } = await planBackup(deps, { allowEmpty });
      for (const { name, rows } of tables) console.log(`${name}  ${rows} rows`);
      console.log(`${file} would contain ${sumBy(tables)} rows from ${tables.length} tables and ${files} files.`);
      return;
    }
    const manifest = await withProgressLine('Backing up', () => writeBackup(deps, file, { allowEmpty }));
    await recordBackup(db, { startedAt, finishedAt: new Date() }).catch(() =>
      console.log(
        'Warning: the backup is complete but could not be recorded in the database. Is the schema up to date?',
      ),
    );
    const { size } = await stat(file);
    const files = manifest.pieces.filter(({ name }) => name.startsWith('files/')).length;
    console.log(
      `${file}: ${sumBy(manifest.tables)} rows from ${manifest.tables.length} tables and ${files} files, ${(size / 1e6).toFixed(1)} MB, verified. Signed with the key ${deps.signer.keyId}.`,
    );
    for (const keyId of manifest.keyIds)
      console.log(
        vault.keyIds.includes(keyId)
          ? `Store the encryption key ${keyId} separately: it is not in the backup.`
          : `Warning: secrets are encrypted with the key ${keyId}, which is not configured here.`,
      );
  });
}

async function nameFile(place: string): Promise<string> {
  const isFolder = place.endsWith(path.sep) || (await stat(place).catch(() => null))?.isDirectory() === true;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.resolve(isFolder ? path.join(place, `tidemark-${moment}Z.tar`) : place);
  if (await stat(file).catch(() => null)) throw new CliError(`${file} already exists. Choose another name.`);
  return file;
}

function sumBy(tables: readonly { rows: number }[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

function readArguments(args: string[]): { place: string; dryRun: boolean; allowEmpty: boolean } {
  const usage = 'Usage: tidemark backup FILE_OR_FOLDER [--dry-run] [--allow-empty]';
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, 'allow-empty': { type: 'boolean', default: false } },
    });
    const [place, ...more] = positionals;
    if (!place || more.length > 0) throw new CliError(usage);
    return { place, dryRun: values['dry-run'], allowEmpty: values['allow-empty'] };
  } catch (cause) {
    throw cause instanceof CliError ? cause : new CliError(usage, { cause });
  }
}
