import { access, constants, stat } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import {
  encodingAdvice,
  findExcessRights,
  findOtherEncoding,
  findWrongRights,
  leastPrivilegeAdvice,
} from '../../database/access.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../../database/database.ts';
import { findFreeMebibytes, minFreeMebibytes } from '../../features/system/index.ts';
import { explainDatabaseError } from '../../database/explain-error.ts';
import { readMigrations } from '../../database/migrate.ts';
import { hasTransactionPooler } from '../../database/pooler.ts';
import { isAboutAuthority } from '../../platform/connection-error.ts';
import { error, ok, unreachable, warning, type Check } from './check.ts';

const minVersion = 150_000;
const connectionsPerProcess = 16;
const rightsFix =
  'Run tidemark migrate as the owner (MIGRATION_DATABASE_URL): it grants exactly the rights Tidemark needs.';

/** Connects as the product does: version, rights, migrations, room for connections. */
export async function* checkDatabase(
  address: DatabaseAddress,
  { hasDirectUrl }: { hasDirectUrl: boolean },
): AsyncGenerator<Check> {
  const area = 'Database';
  const db = connectDatabase(address, { max: 1, readOnly: true });
  try {
    const { rows } = await sql<{ version: string; number: number; connections: number; role: string }>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        current_setting('max_connections')::int as connections, current_user as role`.execute(db);
    const [{ version, number, connections, role } = { version: '', number: 0, connections: 0, role: '' }] = rows;
    if (number < minVersion) yield error(area, `It is PostgreSQL ${version}`, 'Use PostgreSQL 15 or later.');
    else yield ok(area, `PostgreSQL ${version} accepts the role ${role}`);
    const encoding = await findOtherEncoding(db);
    if (encoding) yield error(area, encoding, encodingAdvice);
    if (connections < 2 * connectionsPerProcess)
      yield warning(
        area,
        `It allows ${connections} connections`,
        `Plan ${connectionsPerProcess} per process: raise max_connections.`,
      );
    if (!hasDirectUrl && (await hasTransactionPooler(address)))
      yield warning(
        area,
        'DATABASE_URL names a pooler in transaction mode, which loses notifications: jobs are polled',
        'Set DATABASE_DIRECT_URL to PostgreSQL itself (docs/scale.md).',
      );
    const { missing, surplus } = await findWrongRights(db);
    if (missing) return yield error(area, missing, rightsFix);
    if (surplus) yield warning(area, surplus, rightsFix);
    yield* checkSchema(db);
  } catch (cause) {
    const known = explainDatabaseError(cause);
    const fix = 'Check DATABASE_URL, the server and the network between.';
    if (known === null || isAboutAuthority(cause)) yield unreachable(area, 'It cannot be used', cause, fix);
    else yield error(area, known, fix);
  } finally {
    await db.destroy();
  }
}

async function* checkSchema(db: Database): AsyncGenerator<Check> {
  const area = 'Database';
  const applied = await sql<{ name: string }>`select name from migration`.execute(db).then(
    ({ rows }) => new Set(rows.map(({ name }) => name)),
    (cause: unknown) => {
      if (cause instanceof Error && 'code' in cause && cause.code === '42P01') return new Set<string>();
      throw cause;
    },
  );
  const files = await readMigrations();
  const pending = files.filter(({ name }) => !applied.has(name));
  const unknown = applied.size - (files.length - pending.length);
  if (unknown > 0)
    yield error(
      area,
      `It was migrated by a newer version (${unknown} migrations are unknown here)`,
      'Start that version, or restore a backup from before.',
    );
  else if (pending.length > 0)
    yield warning(
      area,
      `${pending.length} migrations are pending`,
      'Start Tidemark, or run tidemark migrate before its processes.',
    );
  else yield ok(area, 'The schema is up to date');
  const excess = await findExcessRights(db);
  if (excess) yield warning(area, excess, `${leastPrivilegeAdvice[0]?.toUpperCase()}${leastPrivilegeAdvice.slice(1)}.`);
}

/** Publishes a message and receives it. */
export async function checkRedis(url: string, prefix: string): Promise<Check> {
  const area = 'Redis';
  const options = { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null, connectTimeout: 5_000 };
  const [sender, receiver] = [new Redis(url, options), new Redis(url, options)];
  let problem: unknown = null;
  for (const client of [sender, receiver]) client.on('error', (cause) => (problem = cause));
  try {
    await Promise.all([sender.connect(), receiver.connect()]);
    const channel = `${prefix}:doctor`;
    const arrived = new Promise<boolean>((done) => {
      receiver.once('message', () => done(true));
      setTimeout(() => done(false), 5_000).unref();
    });
    await receiver.subscribe(channel);
    await sender.publish(channel, 'check');
    await sender.set(`${prefix}:doctor`, '1', 'EX', 10);
    if (await arrived) return ok(area, 'Messages and keys work');
    return error(area, 'A published message does not arrive', `Allow the user of REDIS_URL the channels ${prefix}:*.`);
  } catch (cause) {
    return unreachable(
      area,
      'It cannot be used',
      problem ?? cause,
      'Check REDIS_URL, its password and rights, and the network between.',
    );
  } finally {
    sender.disconnect();
    receiver.disconnect();
  }
}

/** Checks the space for the built-in database, or for files only. */
export async function* checkDisk(dataDir: string): AsyncGenerator<Check> {
  if (!(await stat(dataDir).catch(() => null))) {
    yield ok('Disk', `${dataDir} does not exist yet; the first start creates it`);
    return;
  }
  yield judgeSpace(await findFreeMebibytes(dataDir), dataDir);
}

/** Checks that scheduled backups can be written. */
export async function checkBackupFolder(folder: string): Promise<Check> {
  const area = 'Backups';
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? ok(area, `BACKUP_DIR (${folder}) can be written to`)
    : error(
        area,
        `Tidemark cannot write to BACKUP_DIR (${folder})`,
        'Create the folder, and make it writable for the user that runs Tidemark.',
      );
}

export function judgeSpace(freeMebibytes: number, dataDir: string): Check {
  const area = 'Disk';
  const detail = `${freeMebibytes.toLocaleString('en')} MiB are free in DATA_DIR (${dataDir})`;
  const fix = 'Free some space or move DATA_DIR to a larger disk.';
  if (freeMebibytes < minFreeMebibytes) return error(area, detail, fix);
  return freeMebibytes < 2_048 ? warning(area, detail, fix) : ok(area, detail);
}
