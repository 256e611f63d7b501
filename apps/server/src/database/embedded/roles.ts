import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { DatabaseAddress } from '../database.ts';

export interface RoleAddresses {
  /** The role for the product: rows only, no schema, no superuser. */
  address: DatabaseAddress;
  /** The role that owns the schema: migrations and restores. */
  ownerAddress: DatabaseAddress;
}

const roles = { owner: 'tidemark_owner', app: 'tidemark_app' } as const;
const lock = 7_263_480_117;

/**
 * Creates the built-in database's roles unless they exist, gives each its own password, and transfers ownership from
 * the superuser: in data folders from earlier versions it owns everything, and all have its password.
 */
export async function ensureRoles(superuser: DatabaseAddress): Promise<RoleAddresses> {
  const client = new pg.Client({ ...superuser, connectionTimeoutMillis: 5_000, application_name: 'tidemark-roles' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${lock})`);
    for (const role of Object.values(roles)) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      const { password = '' } = toRole(superuser, role);
      await client.query(
        `${rowCount === 0 ? 'create' : 'alter'} role ${role} login password ${pg.escapeLiteral(password)}`,
      );
    }
    for (const statement of await listHandovers(client)) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
  return toRoles(superuser);
}

/**
 * Returns the roles on a server that a running Tidemark uses. That may be an earlier version, which new passwords would
 * lock out of its own database: nothing is changed. The earliest ones have no roles but the superuser.
 */
export async function findRoles(superuser: DatabaseAddress): Promise<RoleAddresses> {
  const roles = toRoles(superuser);
  const { password } = superuser;
  const shared = { address: { ...roles.address, password }, ownerAddress: { ...roles.ownerAddress, password } };
  for (const one of [roles, shared]) if (await canConnect(one.address)) return one;
  return { address: superuser, ownerAddress: superuser };
}

/** Returns true if the server accepts the role's password. */
export async function canConnect(address: DatabaseAddress): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5_000, application_name: 'tidemark-roles' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function toRoles(superuser: DatabaseAddress): RoleAddresses {
  return { address: toRole(superuser, roles.app), ownerAddress: toRole(superuser, roles.owner) };
}

/** Derives the role's password from the superuser's, without revealing it. */
function toRole(superuser: DatabaseAddress, user: string): DatabaseAddress {
  const password = createHmac('sha256', superuser.password ?? '')
    .update(`role ${user}`)
    .digest('base64url');
  return { ...superuser, user, password };
}

async function listHandovers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    with mine as (select oid from pg_roles where rolname = current_user)
    select format('alter database %I owner to ${roles.owner}', datname) as statement
      from pg_database where datname = current_database() and datdba in (select oid from mine)
    union all
    select format('alter schema %I owner to ${roles.owner}', nspname)
      from pg_namespace where nspname = 'jobs' and nspowner in (select oid from mine)
    union all
    select format('alter table %s owner to ${roles.owner}', pg_class.oid::regclass)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner in (select oid from mine)
    union all
    select format('alter function %s owner to ${roles.owner}', pg_proc.oid::regprocedure)
      from pg_proc where pronamespace = 'public'::regnamespace and proowner in (select oid from mine)`);
  return rows.map(({ statement }) => statement);
}
