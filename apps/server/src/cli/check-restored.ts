import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Manifest } from '../database/backup/manifest.ts';
import { isMigrated } from '../database/migrate.ts';
import { verifyAudit } from '../features/admin/index.ts';
import { countSealedTokens, tryKeys } from '../features/connections/index.ts';
import { countUnevenMedia } from '../features/sync/index.ts';
import type { Vault } from '../platform/secrets.ts';

export interface Checked {
  /** What is as it has to be. */
  fine: string[];
  /** What is not: the restored database is not to be trusted. */
  wrong: string[];
  /** What a person should know, and may be all right. */
  warnings: string[];
}

/** Holds a restored and migrated database against the manifest and against what is always true. */
export async function checkRestored(db: Database, vault: Vault, manifest: Manifest): Promise<Checked> {
  const checked: Checked = { fine: [], wrong: [], warnings: [] };
  const note = (isFine: boolean, fine: string, wrong: string) =>
    void (isFine ? checked.fine.push(fine) : checked.wrong.push(wrong));

  note(await isMigrated(db), 'The schema is the one of this version.', 'Not every migration is applied.');

  const short = await listShortTables(db, manifest);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  note(
    short.length === 0,
    `All ${rows} rows of ${manifest.tables.length} tables are there.`,
    `Rows are missing: ${short.join(', ')}.`,
  );

  const { intact, checked: entries } = await verifyAudit(db);
  note(intact, `The log of operators is as it was written: ${entries} entries.`, 'The log of operators was changed.');

  const uneven = await countUnevenMedia(db);
  note(
    uneven === 0,
    'The daily gains of each post add up to its totals.',
    `The daily gains of ${uneven} posts do not add up to their totals.`,
  );

  const strays = await countStrays(db);
  note(strays === 0, 'Every linked account is there.', `${strays} linked accounts are not there.`);

  const { opened, failed } = await tryKeys(db, vault);
  for (const keyId of opened) checked.fine.push(`A Meta token opens with the key ${keyId}.`);
  for (const keyId of failed) checked.wrong.push(`A Meta token that asks for the key ${keyId} does not open with it.`);
  for (const [keyId, tokens] of await countSealedTokens(db))
    if (!vault.keyIds.includes(keyId))
      checked.warnings.push(
        `${tokens} Meta tokens are sealed with the key ${keyId}, which is not among the encryption keys here: their people have to connect again.`,
      );
  return checked;
}

/** Migrations may have added rows since the backup; none may be missing. */
async function listShortTables(db: Database, { tables }: Manifest): Promise<string[]> {
  const short: string[] = [];
  for (const { name, rows: wanted } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count < wanted) short.push(`${count} of ${wanted} in ${name}`);
  }
  return short;
}

async function countStrays(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('account_ref')
    .leftJoin('account', 'account.account_id', 'account_ref.account_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account.account_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
