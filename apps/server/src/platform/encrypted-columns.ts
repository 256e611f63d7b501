import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables/tables.ts';
import { DecryptionError, getKeyId, type Vault } from './secrets.ts';

type EncryptedColumn<Name extends keyof Tables> = Extract<keyof Tables[Name], `${string}_encrypted`>;

interface Binding<Name extends keyof Tables> {
  /** The column that identifies the row. */
  key: keyof Tables[Name] & string;
  /** Returns the associated data that the text was encrypted with; null for rows that expire within minutes. */
  toAssociatedData: ((key: string) => string) | null;
}

/** Binding of each encrypted column in a feature's tables to its row. */
export type EncryptedColumns<Owned extends keyof Tables> = {
  [Name in Owned as EncryptedColumn<Name> extends never ? never : Name]: {
    [Column in EncryptedColumn<Name>]: Binding<Name>;
  };
};

interface Column {
  table: string;
  name: string;
  key: string;
  toAssociatedData: (key: string) => string;
}

const rowsAtOnce = 100;

/** Lists the columns whose texts outlive a change of the encryption key. Their types differ by feature, so they end here. */
export function listColumns(secrets: object): Column[] {
  return Object.entries(secrets as Record<string, Record<string, { key: string } & Pick<Column, 'toAssociatedData'>>>)
    .flatMap(([table, columns]) => Object.entries(columns).map(([name, binding]) => ({ table, name, ...binding })))
    .filter(({ toAssociatedData }) => toAssociatedData !== null);
}

/** Counts encrypted texts by key ID. */
export async function countByKey(
  db: Database,
  columns: readonly Pick<Column, 'table' | 'name'>[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, name } of columns) {
    const text = sql.ref(name);
    const { rows } = await sql<{ key_id: string; texts: number }>`select split_part(${text}, '.', 1) as key_id,
      count(*)::int as texts from ${sql.table(table)} where ${text} is not null group by 1 order by 1`.execute(db);
    for (const { key_id: keyId, texts } of rows) counts.set(keyId, (counts.get(keyId) ?? 0) + texts);
  }
  return counts;
}

/** Lists the IDs of keys whose texts the vault cannot decrypt; tries one text of each column and key. */
export async function listUnreadableKeyIds(db: Database, vault: Vault, columns: readonly Column[]): Promise<string[]> {
  const unreadable = new Set<string>();
  for (const { table, name, key, toAssociatedData } of columns) {
    const [text, keyId] = [sql.ref(name), sql`split_part(${sql.ref(name)}, '.', 1)`];
    const { rows } = await sql<{
      id: string;
      encrypted: string;
    }>`select distinct on (${keyId}) ${sql.ref(key)}::text as id,
      ${text} as encrypted from ${sql.table(table)} where ${text} is not null order by ${keyId}, ${sql.ref(key)}`.execute(
      db,
    );
    for (const { id, encrypted } of rows)
      if (tryReencrypting(vault, encrypted, toAssociatedData(id)) === null) unreadable.add(getKeyId(encrypted));
  }
  return [...unreadable];
}

/**
 * Encrypts a column's texts with the first key while the program runs, which reads either form. Skips texts that change
 * meanwhile, and counts texts with a missing key (`unknown`, by key ID) and texts that their key cannot decrypt (`damaged`).
 */
export async function reencrypt(db: Database, vault: Vault, { table, name, key, toAssociatedData }: Column) {
  const [first = ''] = vault.keyIds;
  const [row, text, id] = [sql.table(table), sql.ref(name), sql.ref(key)];
  const unknown = new Map<string, number>();
  let [reencrypted, damaged] = [0, 0];
  let after: string | null = null;
  for (;;) {
    const { rows } = await sql<{ id: string; encrypted: string }>`select ${id}::text as id, ${text} as encrypted
      from ${row} where ${after === null ? sql`true` : sql`${id} > ${after}`} and split_part(${text}, '.', 1) <> ${first}
      order by ${id} limit ${rowsAtOnce}`.execute(db);
    if (rows.length === 0) return { reencrypted, unknown, damaged };
    for (const { id: rowId, encrypted } of rows) {
      after = rowId;
      const keyId = getKeyId(encrypted);
      const next = tryReencrypting(vault, encrypted, toAssociatedData(rowId));
      if (next !== null) {
        const { numAffectedRows } = await sql`update ${row} set ${text} = ${next}
          where ${id} = ${rowId} and ${text} = ${encrypted}`.execute(db);
        reencrypted += Number(numAffectedRows);
      } else if (vault.keyIds.includes(keyId)) damaged += 1;
      else unknown.set(keyId, (unknown.get(keyId) ?? 0) + 1);
    }
  }
}

function tryReencrypting(vault: Vault, encrypted: string, associatedData: string): string | null {
  try {
    return vault.encrypt(vault.decrypt(encrypted, associatedData), associatedData);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
