import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { readMigrations } from '../migrate.ts';

export interface OwnTable {
  name: string;
  /** Excludes generated columns. */
  columns: string[];
  /** Tables that its foreign keys reference. */
  references: string[];
}

// Tables that migrations fill: a database with only these rows is empty.
const seeded = ['plan', 'audit_chain'];

/** Lists our existing tables, each after those it references. Anything else in the schema is not ours. */
export async function listOwnTables(db: Database): Promise<OwnTable[]> {
  // Under their current and earlier names: the schema may be older than this version.
  const names = (await readMigrations()).flatMap(({ text }) =>
    [...text.matchAll(/^create table (\w+)|^alter table \w+ rename to (\w+)/gim)].flatMap(
      ([, created, renamed]) => created ?? renamed ?? [],
    ),
  );
  const { rows } = await sql<OwnTable>`
    select relname as name,
      array(select attname::text from pg_attribute
        where attrelid = own.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct target.relname::text from pg_constraint join pg_class target on target.oid = confrelid
        where conrelid = own.oid and contype = 'f' and confrelid <> own.oid) as "references"
    from pg_class own
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname = any(${names})
    order by relname`.execute(db);
  return inOrder(rows);
}

function inOrder(tables: OwnTable[]): OwnTable[] {
  const placed = new Map<string, OwnTable>();
  const place = (table: OwnTable) => {
    if (placed.has(table.name)) return;
    for (const need of table.references) place(tables.find(({ name }) => name === need) ?? table);
    placed.set(table.name, table);
  };
  tables.forEach(place);
  return [...placed.values()];
}

/** Maps table names from an older schema to current ones; `applied` is that schema's number of migrations. */
export async function readTableRenames(applied: number): Promise<(name: string) => string> {
  const renames = (await readMigrations())
    .slice(applied)
    .flatMap(({ text }) => [...text.matchAll(/^alter table (\w+) rename to (\w+)/gim)]);
  return (name) => renames.reduce((current, [, from, to = current]) => (current === from ? to : current), name);
}

/** Returns tables in an older schema that a later migration has dropped, or rebuilt with combined rows. */
export async function readDroppedTables(applied: number): Promise<ReadonlySet<string>> {
  const later = (await readMigrations()).slice(applied);
  return new Set(later.flatMap(({ text }) => [...text.matchAll(/^drop table (\w+)/gim)].map(([, name = '']) => name)));
}

/**
 * Returns the first table with rows that did not come from migrations; null in an empty or freshly migrated database.
 */
export async function findFilledTable(db: Database): Promise<string | null> {
  for (const { name } of await listOwnTables(db)) {
    if (seeded.includes(name)) continue;
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return null;
}

/** Drops everything that migrations and the queue created. */
export async function dropOwnTables(db: Database): Promise<void> {
  for (const { name } of await listOwnTables(db)) await sql`drop table ${sql.table(name)} cascade`.execute(db);
  for (const { text } of await readMigrations())
    for (const [, name] of text.matchAll(/^create (?:or replace )?function (\w+)/gim))
      if (name) await sql`drop function if exists ${sql.table(name)}`.execute(db);
  await sql`drop table if exists migration`.execute(db);
  await sql`drop schema if exists jobs cascade`.execute(db);
}

export async function listCounters(db: Database) {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attidentity <> ''
    order by 1, 2`.execute(db);
  const own = new Set((await listOwnTables(db)).map(({ name }) => name));
  return rows.filter(({ table }) => own.has(table));
}
