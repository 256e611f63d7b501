import pg from 'pg';

/** Creates a database for this suite on the server at TEST_DATABASE_URL; null: the program uses its built-in one. */
export async function createDatabase(name: string): Promise<{ url: string; drop(): Promise<void> } | null> {
  const given = process.env['TEST_DATABASE_URL'];
  if (!given) return null;
  await say(given, `create database ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => say(given, `drop database if exists ${name} with (force)`) };
}

async function say(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
