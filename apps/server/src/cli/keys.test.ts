import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { openHttpBrowser } from '../../test/http-browser.ts';
import { toUrl } from '../../test/read-rows.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../test/start-test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect, getWorldAccount, startSynced, untilSynced } from '../../test/world.ts';
import { loadLocalSecrets, readLocalKeys } from '../config/local-secrets.ts';
import type { DatabaseAddress } from '../database/database.ts';
import { createVault } from '../platform/secrets.ts';
import { checkKeys, pruneKeys, rotateKeys } from './keys.ts';

const closers: (() => Promise<unknown>)[] = [];
const said: string[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});

async function start(options: TestAppOptions = {}) {
  said.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void said.push(String(line)));
  const { address, drop } = await createTestDatabase();
  const app = await startTestApp({ address, pollIntervalSeconds: 1, ...options });
  closers.push(drop, () => app.close());
  return { app, address };
}

const makeKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const toEnvironment = (address: DatabaseAddress, dataDir: string, keys?: string) => ({
  DATABASE_URL: toUrl(address),
  DATA_DIR: dataDir,
  ...(keys === undefined ? {} : { ENCRYPTION_KEYS: keys }),
});
const sealedWith = async (app: TestApp) =>
  (await app.db.selectFrom('meta_connection').select('token_encrypted').execute()).map(
    (row) => row.token_encrypted.split('.')[0],
  );
const problems = async (app: TestApp) =>
  (await app.db.selectFrom('sync_state').select('problem').execute()).filter((row) => row.problem !== null);

it('re-encrypts every token during a sync, so that the old key can be removed', async () => {
  const [old, next] = [makeKey('old'), makeKey('next')];
  const { app, address } = await start({ encryptionKeys: `${old},${next}` });
  const { client } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });
  const second = await getWorldAccount(app, 'theo@sandbox.test', 1);
  await client.link(second.id);

  const status = await rotateKeys(toEnvironment(address, app.dataDir, `${next},${old}`), []);

  expect(status).toBe(0);
  expect(await sealedWith(app)).toEqual(['next']);
  await untilSynced(client, second.id);
  const third = await getWorldAccount(app, 'theo@sandbox.test', 2);
  const worker = await app.startWorker({ encryptionKeys: next });
  closers.push(() => worker.close());
  await client.link(third.id);
  await untilSynced(client, third.id);
  expect(await problems(app)).toEqual([]);
  expect(await checkKeys(toEnvironment(address, app.dataDir, next))).toBe(0);
  expect(
    await app.db.selectFrom('audit_entry').select('target').where('action', '=', 'keys.rotated').execute(),
  ).toEqual([{ target: 'key:next' }]);
});

it('encrypts nothing with a key that the running process does not know', async () => {
  const [old, next] = [makeKey('old'), makeKey('next')];
  const { app, address } = await start({ encryptionKeys: old });
  await connect(app, await app.as('theo@sandbox.test'), 'theo@sandbox.test');
  const environment = { ...toEnvironment(address, app.dataDir, `${next},${old}`), APP_URL: app.url };

  await expect(rotateKeys(environment, [])).rejects.toThrow('does not know the key next. Restart every process');
  expect(await sealedWith(app)).toEqual(['old']);
});

it('re-encrypts the tokens of open sessions, which outlive a removed key', async () => {
  const [old, next] = [makeKey('old'), makeKey('next')];
  const { app, address } = await start({ encryptionKeys: old });
  await openHttpBrowser(app).signIn('theo@sandbox.test');
  const listKeys = async () => {
    const { rows } = await sql<{ key: string }>`select distinct split_part(token, '.', 1) as key from session,
      unnest(array[access_token_encrypted, refresh_token_encrypted, id_token_encrypted]) as token`.execute(app.db);
    return rows.map(({ key }) => key);
  };
  expect(await listKeys()).toEqual(['old']);

  await rotateKeys(toEnvironment(address, app.dataDir, `${next},${old}`), []);

  expect(await listKeys()).toEqual(['next']);
});

it('changes nothing on a second run or in a dry run', async () => {
  const { app, address } = await start();
  await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });
  const tokens = () => app.db.selectFrom('meta_connection').select('token_encrypted').execute();
  const before = await tokens();
  const keys = `${makeKey('next')},test:${Buffer.alloc(32, 7).toString('base64')}`;

  await rotateKeys(toEnvironment(address, app.dataDir, keys), ['--dry-run']);
  const tried = await tokens();
  await rotateKeys(toEnvironment(address, app.dataDir, keys), []);
  const once = await tokens();
  await rotateKeys(toEnvironment(address, app.dataDir, keys), []);

  expect(tried).toEqual(before);
  expect(once).not.toEqual(before);
  expect(await tokens()).toEqual(once);
});

it('names a key that is in use but missing, and leaves its tokens unchanged', async () => {
  const { app, address } = await start();
  await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });
  const environment = toEnvironment(address, app.dataDir, makeKey('stranger'));

  const [checked, rotated] = [await checkKeys(environment), await rotateKeys(environment, [])];

  expect([checked, rotated]).toEqual([1, 1]);
  expect(said.join('\n')).toContain('test  1 tokens  missing');
  expect(await sealedWith(app)).toEqual(['test']);
});

it('creates a key in the data folder, and the running Tidemark uses it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-keys-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const { encryptionKeys } = await loadLocalSecrets(folder);
  const { app, address } = await start({ encryptionKeys, reloadKeys: () => readLocalKeys(folder) });
  const { client } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' });

  const status = await rotateKeys(toEnvironment(address, folder), []);

  expect(status).toBe(0);
  expect(await sealedWith(app)).toEqual([expect.stringMatching(/^local-[0-9a-f]{8}$/)]);
  const second = await getWorldAccount(app, 'theo@sandbox.test', 1);
  await client.link(second.id);
  await untilSynced(client, second.id);
  expect(await problems(app)).toEqual([]);
  const [{ user_id: userId }] = (await app.db.selectFrom('meta_connection').select('user_id').execute()) as [
    { user_id: string },
  ]; // the only connection
  await app.db
    .updateTable('meta_connection')
    .set({ token_encrypted: createVault(encryptionKeys).encrypt('token', `meta_connection|${userId}|token_sealed`) })
    .execute();
  await rotateKeys(toEnvironment(address, folder), []);
  expect(readLocalKeys(folder).split(',')).toHaveLength(2);
  await pruneKeys(toEnvironment(address, folder));
  expect(readLocalKeys(folder).split(',')).toHaveLength(1);
});
