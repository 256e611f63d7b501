import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox } from '@tidemark/sandbox';
import pg from 'pg';
import { expect } from 'vitest';
import { findRunning } from '../../src/database/embedded/postmaster.ts';
import { newPlaces, removePlaces, runToEnd, startTidemark, type Places } from './tidemark-process.ts';
import { accountsOf } from './world.ts';
import { until } from '../until.ts';

const email = 'theo@sandbox.test';
const type = 'instagram_account';

export type Killable = Awaited<ReturnType<typeof startKillable>>;

/** Starts the program with Theo connected, and a separate sandbox that survives when the program is killed. */
export async function startKillable(surroundings: Record<string, string> = {}, given?: Places) {
  const places = given ?? (await newPlaces());
  const sandbox = await startSandbox({ port: places.sandboxPort, appOrigins: [`http://localhost:${places.port}`] });
  const environment = { ...sandbox.environment, ...surroundings };
  let tidemark = await startTidemark(places, environment);

  async function control<T>(place: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.url}/_sandbox/${place}`, init);
    return (await answer.json()) as T; // each caller names the part that it uses
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

  async function database(): Promise<pg.Client> {
    const secrets = JSON.parse(await readFile(path.join(places.dataDir, 'secrets.json'), 'utf8')) as {
      databasePassword: string;
    };
    const folder = path.join(places.dataDir, 'postgres');
    const running = await findRunning({ folder, password: secrets.databasePassword });
    const client = new pg.Client(running?.address);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Starts a login at Instagram and returns what Instagram sends back. */
  async function allowAtInstagram(username: string): Promise<{ code: string; state: string; accountId: string }> {
    const { url } = await call<{ url: string }>('POST', '/auth/instagram/start', { returnTo: '/profile' });
    const { searchParams } = new URL(url);
    const order = { username, redirectUri: searchParams.get('redirect_uri') };
    const allowed = await control<{ code: string; accountId: string }>('instagram/code', order);
    return { ...allowed, state: searchParams.get('state') ?? '' };
  }

  const { user } = await call<{ user: { _id: string } }>('POST', '/user/load', {});
  const plan = { plan: 'agency', status: 'active', currentPeriodEnd: null, cancelAt: null };
  await call('PUT', `/admin/users/${user._id}/subscription`, plan, 'olu@sandbox.test');
  const { code } = await control<{ code: string }>('meta/code', { email });
  await call('POST', '/auth/meta/authorize/business', { code });

  return {
    places,
    sandbox,
    control,
    call,
    database,
    allowAtInstagram,
    /** Connects an account with a login at Instagram; returns its ID. */
    async connectInstagram(username: string): Promise<string> {
      const { accountId, ...body } = await allowAtInstagram(username);
      await call('POST', '/auth/instagram/authorize', body);
      return accountId;
    },
    url: () => tidemark.url,
    process: () => tidemark,
    async struck(): Promise<number> {
      const answer = await fetch(`${sandbox.url}/_sandbox/faults`);
      const { rules } = (await answer.json()) as { rules: { struck: number }[] };
      return rules.reduce((sum, rule) => sum + rule.struck, 0);
    },
    async accountNumber(index: number): Promise<string> {
      const account = (await accountsOf(tidemark, email))[index];
      if (!account) throw new Error('Theo has no such account');
      return account.id;
    },
    async link(accountId: string): Promise<void> {
      const reference = { accountId, type, accountRefId: accountId };
      await call('POST', '/account/add', { ...reference, accountRefId: null });
      await call('POST', '/user/account/link', reference);
      await call('POST', '/account/activate', reference);
    },
    kill: () => tidemark.kill(),
    async start(): Promise<void> {
      tidemark = await startTidemark(places, environment);
    },
    /** Checks the invariant after every kill: the next start completes the sync, and the data equals Instagram's and the stored answers. */
    async expectTruth(accountId: string): Promise<void> {
      await until(async () => {
        const { syncStatus } = await call<{
          syncStatus: { syncRunning: boolean; initialization: { active: boolean } };
        }>('GET', `/account/${accountId}/sync-status`);
        return !syncStatus.initialization.active && !syncStatus.syncRunning;
      });
      const args = ['verify', '--account', accountId, '--days', '29'];
      const { code, output } = await runToEnd(places, environment, args);
      expect(output).toContain('no differences');
      expect(code).toBe(0);
      const replayed = await runToEnd(places, environment, ['replay', '--account', accountId]);
      expect(replayed).toMatchObject({ code: 0, output: expect.stringContaining('since the first sync') });
    },
    async remove(): Promise<void> {
      await tidemark.stop();
      await sandbox.close();
      await removePlaces(places);
    },
  };
}

/** Returns true once another client waits to write to a table that this client has locked in share mode. */
export async function isAwaited(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_locks where not granted and relation = $1::regclass and mode = 'RowExclusiveLock'`,
    [table],
  );
  return rows.length > 0;
}
