import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRunning } from '../apps/server/src/database/embedded/postmaster.ts';
import { newPlaces, removePlaces, runToEnd, startTidemark, type Places, type Tidemark } from './tidemark-process.ts';
import { accountsOf } from './world.ts';

const email = 'theo@sandbox.test';
const type = 'instagram_account';
let places: Places;
let sandbox: Sandbox;
let tidemark: Tidemark;

beforeAll(async () => {
  places = await newPlaces();
  sandbox = await startSandbox({ port: places.sandboxPort, appOrigins: [`http://localhost:${places.port}`] });
  tidemark = await startTidemark(places, sandbox.environment);
  const { user } = await call<{ user: { _id: string } }>('POST', '/user/load', {});
  const plan = { plan: 'starter', status: 'active', currentPeriodEnd: null, cancelAt: null };
  await call('PUT', `/admin/users/${user._id}/subscription`, plan, 'olu@sandbox.test');
  const { code } = await control<{ code: string }>('meta/code', { email });
  await call('POST', '/auth/meta/authorize/business', { code });
});
afterAll(async () => {
  await tidemark.stop();
  await sandbox.close();
  await removePlaces(places);
});

async function control<T>(place: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.url}/_sandbox/${place}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T; // each caller names the part that it takes
}

async function call<T>(method: string, place: string, body?: unknown, who = email): Promise<T> {
  const { accessToken } = await control<{ accessToken: string }>('tokens', { email: who });
  const answer = await fetch(`${tidemark.url}/api/v1${place}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${place}: ${await answer.text()}`);
  return (await answer.json()) as T; // as above
}

async function link(accountId: string): Promise<void> {
  const reference = { accountId, type, accountRefId: accountId };
  await call('POST', '/account/add', { ...reference, accountRefId: null });
  await call('POST', '/user/account/link', reference);
  await call('POST', '/account/activate', reference);
}

async function database(): Promise<pg.Client> {
  const secrets = JSON.parse(await readFile(path.join(places.dataDir, 'secrets.json'), 'utf8')) as {
    databasePassword: string;
  };
  const running = await findRunning({
    folder: path.join(places.dataDir, 'postgres'),
    password: secrets.databasePassword,
  });
  const client = new pg.Client(running?.address);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) if (await isSo()) return;
  throw new Error('It did not come to be in time');
}

async function startAgain(): Promise<void> {
  await tidemark.kill();
  tidemark = await startTidemark(places, sandbox.environment);
}

/** What every kill must leave: after the next start the sync comes to its end, and Instagram says the same. */
async function expectTruth(accountId: string): Promise<void> {
  await until(async () => {
    const { syncStatus } = await call<{ syncStatus: { syncRunning: boolean; initialization: { active: boolean } } }>(
      'GET',
      `/account/${accountId}/sync-status`,
    );
    return !syncStatus.initialization.active && !syncStatus.syncRunning;
  });
  const { code, output } = await runToEnd(places, sandbox.environment, [
    'verify',
    '--account',
    accountId,
    '--days',
    '29',
  ]);
  expect(output).toContain('nothing differs');
  expect(code).toBe(0);
}

async function accountNumber(index: number): Promise<string> {
  const account = (await accountsOf(tidemark, email))[index];
  if (!account) throw new Error('Theo has no such account');
  return account.id;
}

it('killed while it waits for an answer, it asks again', async () => {
  const id = await accountNumber(0);
  await control('faults', { rules: [{ match: { account: id, path: 'media' }, fault: 'hang' }] });
  await link(id);
  await until(async () => {
    const faults = await fetch(`${sandbox.url}/_sandbox/faults`);
    return ((await faults.json()) as { rules: { struck: number }[] }).rules.some(({ struck }) => struck > 0);
  });

  await control('faults', { rules: [] });
  await startAgain();

  await expectTruth(id);
});

it.each([
  ['days', 'account_day', 1],
  ['posts', 'media_day', 3],
])('killed in the middle of the transaction that stores %s, it stores them once', async (_, table, index) => {
  const id = await accountNumber(index);
  const client = await database();
  await client.query('begin');
  await client.query(`lock table ${table} in share mode`);
  await link(id);
  await until(async () => {
    const { rows } = await client.query(
      `select 1 from pg_locks where not granted and relation = '${table}'::regclass and mode = 'RowExclusiveLock'`,
    );
    return rows.length > 0;
  });

  await startAgain();
  await client.query('rollback');
  await client.end();

  await expectTruth(id);
});

it('killed while it copies pictures, it has a file for each copy that it knows of, and goes on', async () => {
  const client = await database();
  await client.query('truncate media_thumbnail, thumbnail_turn');
  await until(async () => Number((await client.query('select count(*) from media_thumbnail')).rows[0].count) > 5);
  await client.end();

  await startAgain();

  const again = await database();
  const left = async () =>
    Number(
      (
        await again.query(`select count(*) from media left join media_thumbnail using (account_id, media_id)
          where file is null and (media.thumbnail_url is not null or media_type = 'IMAGE' and media.media_url is not null)`)
      ).rows[0].count,
    );
  await until(async () => (await left()) === 0);
  const { rows } = await again.query('select account_id, media_id, key from media_thumbnail');
  await again.end();
  for (const { account_id, media_id, key } of rows) {
    const answer = await fetch(`${tidemark.url}/api/v1/media/${media_id}/thumbnail?key=${account_id}.${key}`);
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  }
});
