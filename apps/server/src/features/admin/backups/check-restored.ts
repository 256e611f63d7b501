import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Manifest } from '../../../database/backup/manifest.ts';
import { readDroppedTables, readTableRenames } from '../../../database/backup/own-tables.ts';
import { isMigrated } from '../../../database/migrate.ts';
import { verifyAudit } from '../../audit/index.ts';
import { countUnevenMedia, countWrongMeasurements } from '../../sync/index.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { Signer } from '../../../platform/signer.ts';

export interface Checked {
  /** Checks that passed. */
  passed: string[];
  /** Checks that failed: the restored database must not be trusted. */
  failed: string[];
  /** Findings to review, which may be harmless. */
  warnings: string[];
}

export interface CheckDeps {
  /** Null on a machine without keys. */
  vault: Vault | null;
  auditSigner: Signer | null;
  /** Counts encrypted texts by key ID. */
  countEncrypted(db: Database): Promise<Map<string, number>>;
  /** Tests each key by decrypting a network's token. */
  tryKeys(db: Database, vault: Vault): Promise<{ decrypted: string[]; failed: string[] }>;
}

/** Checks a restored and migrated database against the manifest and the invariants. */
export async function checkRestored(
  db: Database,
  { vault, auditSigner, countEncrypted, tryKeys }: CheckDeps,
  manifest: Manifest,
): Promise<Checked> {
  const checked: Checked = { passed: [], failed: [], warnings: [] };
  const note = (isFine: boolean, fine: string, wrong: string) =>
    void (isFine ? checked.passed.push(fine) : checked.failed.push(wrong));

  note(await isMigrated(db), 'The schema matches this version.', 'Some migrations are not applied.');

  const short = await listShortTables(db, manifest);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  note(
    short.length === 0,
    `All ${rows} rows from ${manifest.tables.length} tables are present.`,
    `Rows are missing: ${short.join(', ')}.`,
  );

  const { intact, checked: entries, problem } = await verifyAudit({ db, signer: auditSigner });
  if (problem === 'unknown_key')
    checked.warnings.push('The audit log is signed with an encryption key that is not here: it was not verified.');
  else note(intact, `The audit log is intact: ${entries} entries.`, 'The audit log is not intact.');
  if (!auditSigner)
    checked.warnings.push('The signatures of the audit log were not checked: there are no encryption keys here.');

  const uneven = await countUnevenMedia(db);
  note(
    uneven === 0,
    'The daily changes of each post add up to its totals.',
    `The daily changes of ${uneven} posts do not add up to their totals.`,
  );

  const misdated = await countWrongMeasurements(db);
  note(
    misdated === 0,
    'The age of each post measurement is correct.',
    `${misdated} measurements of posts have no post or a wrong age.`,
  );

  const strays = await countStrays(db);
  note(strays === 0, 'All linked accounts are present.', `${strays} linked accounts are missing.`);

  const { decrypted, failed } = vault ? await tryKeys(db, vault) : { decrypted: [], failed: [] };
  for (const keyId of decrypted) checked.passed.push(`A Meta token decrypts with the key ${keyId}.`);
  for (const keyId of failed)
    checked.failed.push(`A Meta token encrypted with the key ${keyId} does not decrypt with it.`);
  for (const [keyId, secrets] of await countEncrypted(db))
    if (!vault?.keyIds.includes(keyId))
      checked.warnings.push(
        `${secrets} secrets are encrypted with the key ${keyId}, which is not configured here: their users must sign in or reconnect.`,
      );
  return checked;
}

/**
 * Lists tables with too few rows. Migrations may have added rows since the backup, or combined rows from a table that
 * they replaced.
 */
async function listShortTables(db: Database, { tables, migrations }: Manifest): Promise<string[]> {
  const toCurrentName = await readTableRenames(migrations.length);
  const dropped = await readDroppedTables(migrations.length);
  const short: string[] = [];
  for (const { name, rows: expected } of tables) {
    if (dropped.has(name)) continue;
    const table = sql.table(toCurrentName(name));
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${table}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count < expected) short.push(`${count} of ${expected} in ${name}`);
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
