import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import * as copy from 'pg-copy-streams';
import type { Database } from '../database.ts';

/** Copies rows in PostgreSQL's text format into a table; returns their number. All stream errors are thrown here. */
export async function copyRows(
  client: pg.Client,
  table: { name: string; columns: readonly string[] },
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const stream = client.query(copy.from(`copy ${pg.escapeIdentifier(table.name)} (${columns}) from stdin`));
  const refused = new Promise<never>((_done, failed) => stream.on('error', failed));
  let failure: unknown = null;
  // A failing source ends the copy cleanly: the driver's stream does not survive being destroyed midway.
  const untilFailure = async function* () {
    try {
      yield* chunks;
    } catch (error) {
      failure = error;
    }
  };
  const copied = pipeline(untilFailure, stream);
  for (const lost of [refused, copied]) lost.catch(() => undefined);
  await Promise.race([copied, refused]);
  if (failure) throw failure;
  return stream.rowCount;
}

/**
 * Runs work under a role that may only insert rows, if the connection's own role could run programs on the server. Call
 * it within a transaction: the role ends with it, whatever the outcome.
 */
export async function asInsertOnlyRole(db: Database, tables: readonly string[], work: () => Promise<void>) {
  const { rows } = await sql<{ dangerous: boolean }>`
    select rolsuper or pg_has_role(current_user, 'pg_execute_server_program', 'member') as dangerous
    from pg_roles where rolname = current_user`.execute(db);
  if (!rows[0]?.dangerous) return work();
  const role = sql.id(`tidemark_restore_${randomBytes(6).toString('hex')}`);
  await sql`create role ${role} nologin`.execute(db);
  await sql`grant insert on ${sql.join(tables.map((table) => sql.table(table)))} to ${role}`.execute(db);
  await sql`set local role ${role}`.execute(db);
  await work();
  await sql`reset role`.execute(db);
  await sql`drop owned by ${role}`.execute(db);
  await sql`drop role ${role}`.execute(db);
}
