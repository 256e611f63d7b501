import type { DatabaseAddress } from '../src/database/database.ts';

/** Parses a URL such as `postgres://postgres@127.0.0.1:5432/postgres`. */
export function toAddress(given: string): DatabaseAddress & { host: string; port: number; database: string } {
  const { hostname, port, username, password, pathname } = new URL(given);
  return {
    host: hostname,
    port: Number(port || 5432),
    user: username || 'postgres',
    password: password || undefined,
    database: pathname.slice(1) || 'postgres',
  };
}
