import { sql } from 'kysely';
import { listOwnTables } from './backup/own-tables.ts';
import { connectDatabase, type Database, type DatabaseAddress } from './database.ts';
import { isMigrated, migrate } from './migrate.ts';
import { hasTransactionPooler } from './pooler.ts';

const lock = 7_263_480_116;
/** The product only adds and reads audit entries, so its role may do no more. */
const privileges: Record<string, string> = { audit_entry: 'select, insert', audit_chain: 'select, update' };
const getPrivileges = (table: string) => privileges[table] ?? 'select, insert, update, delete';

/** Pending migrations that cannot be applied with this configuration, in one sentence. */
export class CannotMigrateError extends Error {}

/**
 * Migrates as the owner and grants the product's role its privileges if it is a different one. Returns the applied
 * migrations.
 */
export async function migrateAsOwner({
  address,
  ownerAddress,
}: {
  address: DatabaseAddress;
  ownerAddress: DatabaseAddress;
}): Promise<string[]> {
  const owner = connectDatabase(ownerAddress, { max: 1 });
  try {
    const encoding = await findOtherEncoding(owner);
    if (encoding) throw new CannotMigrateError(`${encoding}. ${encodingAdvice}`);
    const applied = await migrateUnpooled(owner, ownerAddress).catch((cause: unknown) => {
      if (!(cause instanceof Error && 'code' in cause && cause.code === '42501')) throw cause;
      throw new CannotMigrateError(
        `Migrations are pending, and the database role may not apply them: run tidemark migrate with MIGRATION_DATABASE_URL (${cause.message}).`,
        { cause },
      );
    });
    const [ownerRole, role] = [await findRole(ownerAddress), await findRole(address)];
    if (role !== ownerRole) await grantAccess(owner, role);
    return applied;
  } finally {
    await owner.destroy();
  }
}

export const encodingAdvice =
  "Create another with create database … encoding 'UTF8' template template0, and restore a backup into it.";

/** Returns a sentence, without a full stop, if the database stores text in an encoding that lacks characters. */
export async function findOtherEncoding(db: Database): Promise<string | null> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding ?? '';
  return encoding === 'UTF8' ? null : `The database stores text as ${encoding}; Tidemark needs UTF8`;
}

/** Migrates over a direct connection, because the migration lock belongs to a session. */
async function migrateUnpooled(owner: Database, ownerAddress: DatabaseAddress): Promise<string[]> {
  if (!(await hasTransactionPooler(ownerAddress))) return migrate(owner);
  if (await isMigrated(owner).catch(() => false)) return [];
  throw new CannotMigrateError(
    'Migrations are pending, and DATABASE_URL names a pooler in transaction mode, through which they cannot be applied: set DATABASE_DIRECT_URL or MIGRATION_DATABASE_URL to PostgreSQL itself.',
  );
}

async function findRole(address: DatabaseAddress): Promise<string> {
  const db = connectDatabase(address, { max: 1 });
  try {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
    return rows[0]?.role ?? '';
  } finally {
    await db.destroy();
  }
}

async function grantAccess(owner: Database, role: string): Promise<void> {
  const to = sql.id(role);
  await owner.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(transaction);
    await sql`grant usage on schema ${sql.id(rows[0]?.schema ?? 'public')} to ${to}`.execute(transaction);
    await sql`grant select on migration to ${to}`.execute(transaction);
    for (const { name } of await listOwnTables(transaction)) {
      await sql`revoke all on ${sql.table(name)} from ${to}`.execute(transaction);
      // Privileges are the constants above.
      await sql`grant ${sql.raw(getPrivileges(name))} on ${sql.table(name)} to ${to}`.execute(transaction);
    }
    await grantSequences(transaction, role);
    await giveQueue(transaction, role);
  });
}

/** Grants read-only access to sequences: backups store the counters. */
async function grantSequences(db: Database, role: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' and pg_has_role(current_user, relowner, 'usage')`.execute(
    db,
  );
  // Names come from the catalogue, already quoted.
  for (const { name } of rows) await sql`grant select on sequence ${sql.raw(name)} to ${sql.id(role)}`.execute(db);
}

/**
 * Gives the queue's schema to the product's role, because the queue manages its own tables. A schema created by another
 * role is recreated: our own tables say which accounts are due.
 */
async function giveQueue(db: Database, role: string): Promise<void> {
  const { rows } = await sql`select from pg_class join pg_roles on pg_roles.oid = relowner
    where relnamespace = to_regnamespace('jobs') and relkind in ('r', 'p') and rolname <> ${role} limit 1`.execute(db);
  if (rows.length > 0) await sql`drop schema jobs cascade`.execute(db);
  await sql`create schema if not exists jobs`.execute(db);
  await sql`grant usage, create on schema jobs to ${sql.id(role)}`.execute(db);
}

/** Returns the reason why this connection's role has more rights than the product needs, or null. */
export async function findExcessRights(db: Database): Promise<string | null> {
  const { rows } = await sql<{ role: string; superuser: boolean; owner: boolean }>`
    select rolname as role, rolsuper as superuser, exists (
      select from pg_class where relnamespace = current_schema()::regnamespace and relname = 'audit_entry'
        and pg_has_role(current_user, relowner, 'usage')) as owner
    from pg_roles where rolname = current_user`.execute(db);
  const [{ role, superuser, owner } = { role: '', superuser: false, owner: false }] = rows;
  if (superuser) return `The database role ${role} is a superuser: it can run programs and rewrite the audit log`;
  return owner ? `The database role ${role} owns the audit log, and can therefore rewrite it` : null;
}

const allPrivileges = ['select', 'insert', 'update', 'delete', 'truncate'];

/**
 * Returns how the rights of this connection's role differ from those that `migrateAsOwner` grants.
 * `findExcessRights` reports owners, which have more in any case.
 */
export async function findWrongRights(db: Database): Promise<{ missing: string | null; surplus: string | null }> {
  const [own] = (
    await sql<{ role: string; schema: string | null; has_queue: boolean | null }>`
      select current_user as role, current_schema() as schema,
        has_schema_privilege(to_regnamespace('jobs')::oid, 'usage')
          and has_schema_privilege(to_regnamespace('jobs')::oid, 'create') as has_queue`.execute(db)
  ).rows;
  const role = `The database role ${own?.role}`;
  if (own?.schema === null) return { missing: `${role} may not use the schema`, surplus: null };
  const tables = new Map([['migration', 'select']]);
  for (const { name } of await listOwnTables(db)) tables.set(name, getPrivileges(name));
  const { rows } = await sql<TableRight>`
    select relname as "table", privilege, has_table_privilege(pg_class.oid, privilege) as has,
      pg_has_role(current_user, relowner, 'usage') as owns
    from pg_class cross join unnest(${allPrivileges}::text[]) as privilege
    where relnamespace = current_schema()::regnamespace and relname = any(${[...tables.keys()]})`.execute(db);
  const isGranted = ({ table, privilege }: TableRight) => tables.get(table)?.split(', ').includes(privilege) === true;
  const missing = rows.filter((right) => !right.has && isGranted(right));
  const surplus = rows.filter((right) => right.has && !right.owns && !isGranted(right));
  if (missing.length === 0 && own?.has_queue === false)
    return { missing: `${role} may not use the schema jobs`, surplus: null };
  return {
    missing: missing.length > 0 ? `${role} may not ${describeRights(missing)}` : null,
    surplus: surplus.length > 0 ? `${role} may ${describeRights(surplus)}, which Tidemark never does` : null,
  };
}

interface TableRight {
  table: string;
  privilege: string;
  has: boolean;
  owns: boolean;
}

function describeRights(rights: readonly TableRight[]): string {
  const tables = [...new Set(rights.map(({ table }) => table))];
  const verbs = [...new Set(rights.map(({ privilege }) => privilege))].join(', ');
  return tables.length === 1 ? `${verbs} in the table ${tables[0]}` : `${verbs} in ${tables.length} tables`;
}

export const leastPrivilegeAdvice =
  'let DATABASE_URL name a role without rights on the schema, and MIGRATION_DATABASE_URL its owner (docs/operating.md)';
