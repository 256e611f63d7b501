import { sql } from 'kysely';
import type { Database } from '../src/database/database.ts';

/** Returns one hash per table: equal hashes mean equal databases. */
export async function hashTables(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string; rows: number }>`select count(*) as rows,
      md5(coalesce(string_agg(line, '|' order by line), '')) as hash from (select own::text as line from ${sql.table(name)} own) as lines`.execute(
      db,
    );
    hashes[name] = `${rows[0]?.rows} rows, ${rows[0]?.hash}`;
  }
  return hashes;
}

export function toUrl({
  host = '',
  port = 5432,
  user = '',
  password = '',
  database = '',
}: {
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}): string {
  const [login, place] = [`${user}:${encodeURIComponent(password)}`, encodeURIComponent(host)];
  return `postgres://${login}@localhost:${port}/${database}?host=${place}`;
}
