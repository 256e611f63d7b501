import type pg from 'pg';
import type { DatabaseAddress } from '../apps/server/src/database/database.ts';
import { openOneConnection } from '../apps/server/src/database/dedicated-connection.ts';
import { copyRows } from './copy-rows.ts';
import { accountRows, audienceRows, dayRows, windowRows } from './made-accounts.ts';
import { toAccountId, dayMillis, type Extent } from './made-figures.ts';
import { deltaRows, pictureRows, postRows } from './made-posts.ts';

export interface Filled {
  /** The accounts linked by the user. */
  accountIds: string[];
  rows: Record<string, number>;
  seconds: number;
}

/**
 * Inserts accounts, their days and posts, in the order of daily syncs: one account's rows are far apart. The user has
 * linked some accounts, evenly distributed. The tables must be empty.
 */
export async function fill(
  address: DatabaseAddress,
  userId: string,
  { linked, ...extent }: Extent & { linked?: number },
): Promise<Filled> {
  const started = performance.now();
  const { client, close } = await openOneConnection(address, 'tidemark bench');
  try {
    await client.query("set maintenance_work_mem = '512MB'");
    const today = Math.floor(Date.now() / dayMillis) * dayMillis;
    const accounts = spread(linked ?? extent.accounts, extent.accounts);
    const tables = [accountRows, dayRows, windowRows, postRows, deltaRows, pictureRows, audienceRows];
    const names = tables.map(({ table }) => table);
    // Only reads are measured, and filling unlogged tables takes half the time.
    for (const name of names) await client.query(`alter table ${name} set unlogged`);
    const rebuild = await dropIndexes(client, names);
    const rows: Record<string, number> = {};
    for (const { table, columns, write } of tables)
      rows[table] = await copyRows(client, table, columns, (writer) =>
        write(writer, { extent, today, linked: accounts }),
      );
    for (const statement of rebuild) await client.query(statement);
    const accountIds = accounts.map(toAccountId);
    await client.query(
      `insert into account_ref (user_id, account_id, type) select $1, unnest($2::text[]), 'instagram_account'`,
      [userId, accountIds],
    );
    for (const name of names) await client.query(`vacuum (analyze) ${name}`);
    return { accountIds, rows, seconds: (performance.now() - started) / 1000 };
  } finally {
    await close();
  }
}

/** Picks some numbers, evenly distributed over the whole range, which covers all kinds of accounts. */
function spread(some: number, many: number): number[] {
  const step = Math.max(1, Math.floor(many / some));
  return Array.from({ length: Math.min(some, many) }, (_, index) => index * step + (index % Math.min(step, 10)));
}

/** Drops the indexes for faster inserts; returns the statements that rebuild them. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; build: string }>(
    `select case when constraint_ is null then format('drop index %s', index_) else format('alter table %s drop constraint %I', table_, constraint_) end as drop,
       case when constraint_ is null then pg_get_indexdef(index_) else format('alter table %s add constraint %I %s', table_, constraint_, definition) end as build
     from (
       select indrelid::regclass as table_, indexrelid::regclass as index_, conname as constraint_, pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
       where indrelid = any($1::regclass[])
     ) as found`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ build }) => build);
}
