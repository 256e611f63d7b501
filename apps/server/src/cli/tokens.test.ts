import { createLiveToken, getMetaConnection, listAccounts } from '@tidemark/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { toUrl } from '../../test/read-rows.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect, startSynced } from '../../test/world.ts';
import { revokeTokens } from './tokens.ts';

const closers: (() => Promise<unknown>)[] = [];
const said: string[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});

const email = 'theo@sandbox.test';

/** Starts a connected user who may open a stream, and the command in parallel with the app. */
async function start() {
  said.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void said.push(String(line)));
  const { address, drop } = await createTestDatabase();
  const app = await startTestApp({ address });
  closers.push(drop, () => app.close());
  const { client } = await startSynced(app, email, { plan: 'starter' });
  const { user } = await client.load();
  const { token } = await client.call(createLiveToken, { params: { userId: user._id } });
  const environment = {
    ...app.sandbox.environment,
    SANDBOX: 'off',
    DATABASE_URL: toUrl(address),
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  return { app, client, token, run: (...args: string[]) => revokeTokens(environment, args) };
}

/** Waits a second, because tokens state their issue time in whole seconds. */
const wholeSecond = () => new Promise((done) => setTimeout(done, 1_100));

const countRevocations = async (app: TestApp) => {
  const { entries } = await app.control<{ entries: { method: string; path: string }[] }>('ledger');
  return entries.filter(({ method, path }) => method === 'DELETE' && path.includes('permissions')).length;
};

it('ends every session, stream and Meta login, and lets returning users reconnect', async () => {
  const { app, client, token, run } = await start();
  const stream = await fetch(`${app.url}/api/v1/sse/user/${token}`);
  await wholeSecond();

  const status = await run('--all');

  expect(status).toBe(0);
  expect(await stream.text()).toContain('sse-expired');
  await expect(client.call(listAccounts, {})).rejects.toMatchObject({ status: 401 });
  expect((await fetch(`${app.url}/api/v1/sse/user/${token}`)).status).toBe(401);
  await wholeSecond();
  const again = await app.as(email);
  expect((await again.call(getMetaConnection, {})).connection).toMatchObject({
    isConnected: true,
    tokenValid: false,
    problem: { cause: 'ended_here', action: 'connect' },
  });
  expect(await countRevocations(app)).toBe(1);
  await connect(app, again, email);
  expect((await again.call(getMetaConnection, {})).connection).toMatchObject({ tokenValid: true, problem: null });
  expect(
    await app.db.selectFrom('audit_entry').select('action').where('action', '=', 'tokens.revoked').execute(),
  ).toHaveLength(1);
});

it('retries revocations that failed at Meta, and leaves users who reconnected alone', async () => {
  const { app, run } = await start();
  const rules = [{ match: { path: 'me/permissions' }, fault: 'empty-502' }];
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

  const withoutMeta = await run('--all');
  await app.control('faults', { method: 'DELETE' });
  await wholeSecond();
  const other = await app.withPlan('maya@sandbox.test', 'pro');
  await connect(app, other, 'maya@sandbox.test');
  const withMeta = await run('--pending');
  const revocations = await countRevocations(app);
  const oneMore = await run('--pending');

  expect([withoutMeta, withMeta, oneMore]).toEqual([1, 0, 0]);
  expect(said.join('\n')).toContain('Failed: 1.');
  expect(said.at(-1)).toBe('Tokens revoked at Meta: 0.');
  expect(await countRevocations(app)).toBe(revocations);
  expect((await other.call(getMetaConnection, {})).connection.tokenValid).toBe(true);
});

it('changes nothing in a dry run, and prints its usage when called incorrectly', async () => {
  const { client, run } = await start();

  await run('--all', '--dry-run');
  await run('--pending', '--dry-run');

  expect(said.at(-1)).toBe('Would retry revoking tokens at Meta: 0. Nothing was changed.');
  expect(said.join('\n')).toContain('live stream tokens (1) and Meta logins (1)');
  expect((await client.call(getMetaConnection, {})).connection.tokenValid).toBe(true);
  for (const words of [[], ['--all', '--pending'], ['--all', '--now'], ['--dry-run']])
    await expect(run(...words)).rejects.toThrow('Usage');
});

it('accepts --left for --pending with a warning', async () => {
  const { run } = await start();
  const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  const status = await run('--left');

  expect(status).toBe(0);
  expect(warn.mock.calls).toEqual([
    ['Warning: --left is deprecated and will stop working in the next release: use --pending.'],
  ]);
});
