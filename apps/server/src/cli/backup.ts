import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { noteBackup } from '../database/backup/last-backup.ts';
import { planBackup, writeBackup } from '../database/backup/write-backup.ts';
import { countSealedTokens } from '../features/connections/index.ts';
import { readVersion } from '../platform/version.ts';
import { Refusal } from './refusal.ts';
import { withDatabase } from './with-database.ts';

type Environment = Record<string, string | undefined>;

/** Writes everything but the keys into one file, beside a Tidemark that runs. */
export async function backup(environment: Environment, args: string[]): Promise<void> {
  const { place, dryRun, allowEmpty } = readArguments(args);
  const file = await nameFile(place);
  await withDatabase(environment, async ({ db, address, vault, filesFolder }) => {
    const startedAt = new Date();
    const needs = {
      address,
      filesFolder,
      version: await readVersion(),
      listKeyIds: async (db: Parameters<typeof countSealedTokens>[0]) => [...(await countSealedTokens(db)).keys()],
    };
    if (dryRun) {
      const { tables, files } = await planBackup(needs, { allowEmpty });
      for (const { name, rows } of tables) console.log(`${name}  ${rows} rows`);
      console.log(`${file} would hold ${sumOf(tables)} rows of ${tables.length} tables and ${files} files.`);
      return;
    }
    const manifest = await writeBackup(needs, file, { allowEmpty });
    await noteBackup(db, { startedAt, finishedAt: new Date() }).catch(() =>
      console.log('Warning: the backup is whole, but the database does not take note of it: is it up to date?'),
    );
    const { size } = await stat(file);
    const files = manifest.pieces.filter(({ name }) => name.startsWith('files/')).length;
    console.log(
      `${file}: ${sumOf(manifest.tables)} rows of ${manifest.tables.length} tables and ${files} files, ${(size / 1e6).toFixed(1)} MB, read again and whole.`,
    );
    for (const keyId of manifest.keyIds)
      console.log(
        vault.keyIds.includes(keyId)
          ? `Keep the encryption key ${keyId} in another place: it is not in the backup.`
          : `Warning: Meta tokens are sealed with the key ${keyId}, which is not among the encryption keys here.`,
      );
  });
}

async function nameFile(place: string): Promise<string> {
  const isFolder = place.endsWith(path.sep) || (await stat(place).catch(() => null))?.isDirectory() === true;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.resolve(isFolder ? path.join(place, `tidemark-${moment}Z.tar`) : place);
  if (await stat(file).catch(() => null)) throw new Refusal(`${file} is there already: choose another name.`);
  return file;
}

function sumOf(tables: readonly { rows: number }[]): number {
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
    if (!place || more.length > 0) throw new Refusal(usage);
    return { place, dryRun: values['dry-run'], allowEmpty: values['allow-empty'] };
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal(usage, { cause });
  }
}
