import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  deleteOperatorSetting,
  getMetaSetup,
  getOperatorSettings,
  saveMailSettings,
  saveMetaSetup,
  saveUpdateSettings,
  type EndpointRequest,
} from '@tidemark/contract';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { createTestDatabase } from './test-database.ts';
import { until } from './until.ts';
import { readConfig } from '../src/config/config.ts';
import { connectDatabase, type Database } from '../src/database/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import { startRestartableApp, type RestartableApp } from '../src/cli/restartable-app.ts';

type Mail = EndpointRequest<typeof saveMailSettings>['body'];
type Variables = Record<string, string>;

let sandbox: Sandbox;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let db: Database;
/** Two processes that share a database. */
let one: { url: string; client: TestClient };
let other: { url: string; client: TestClient };
const started: RestartableApp[] = [];
const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;
const storable = /^(?:META_(?:APP|LOGIN|WEBHOOK)|INSTAGRAM_APP|SMTP_|MAIL_|UPDATE_)/;

beforeAll(async () => {
  const ports = [await freePort(), await freePort(), await freePort()];
  [sandbox, database, dataDir] = await Promise.all([
    startSandbox({ port: 0, appOrigins: ports.map((port) => `http://localhost:${port}`) }),
    createTestDatabase(),
    mkdtemp(path.join(os.tmpdir(), 'tidemark-settings-')),
  ]);
  db = connectDatabase(database.address, { max: 1 });
  one = await start(ports[0]);
  other = await start(ports[1]);
});
afterAll(async () => {
  for (const app of started) await app.close();
  await db.destroy();
  await Promise.all([sandbox.close(), database.drop(), rm(dataDir, { recursive: true })]);
});

async function start(port: number | undefined, more: Variables = {}) {
  const providers = Object.entries(sandbox.environment).filter(([name]) => !storable.test(name));
  const url = `http://localhost:${port}`;
  const environment: Variables = {
    ...Object.fromEntries(providers),
    NODE_ENV: 'test',
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    ENCRYPTION_KEYS: encryptionKeys,
    ...more,
  };
  const app = await startRestartableApp(readConfig(environment), {
    database: {
      address: database.address,
      ownerAddress: database.address,
      isSoleProcess: false,
      secrets: { databasePassword: '', encryptionKeys },
      close: async () => undefined,
    },
    roles: { serve: true, work: false },
    log: createLog({ level: 'silent' }),
    readEnvironment: () => environment,
    onFault: () => undefined,
    pollMillis: 50,
  });
  started.push(app);
  return { url, client: await signIn(url, 'olu@sandbox.test') };
}

async function signIn(url: string, email: string): Promise<TestClient> {
  const answer = await fetch(`${sandbox.url}/_sandbox/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return createTestClient(url, accessToken);
}

function toMail(): Mail {
  const { hostname, port, username, password } = new URL(sandbox.environment['SMTP_URL'] ?? '');
  return {
    host: hostname,
    port: Number(port),
    security: 'none',
    user: username,
    password,
    sender: 'Tidemark <tidemark@example.com>',
    returnPath: null,
  };
}

/** Resolves once a process that restarts answers as expected. */
const untilUsed = (client: TestClient, isUsed: (settings: Awaited<ReturnType<typeof read>>) => boolean) =>
  until(async () => {
    const settings = await read(client).catch(() => null);
    return settings !== null && isUsed(settings);
  });
const read = (client: TestClient) => client.call(getOperatorSettings, {});
const readStored = () => db.selectFrom('operator_setting').selectAll().orderBy('name').execute();

describe('mail', () => {
  it('is saved encrypted once the server accepts the sign-in, and used by every process', async () => {
    const before = await read(one.client);

    const saved = await one.client.call(saveMailSettings, { body: toMail() });

    expect(before.mail).toEqual({ isFixed: false, used: null });
    expect(saved).toMatchObject({ isSaved: true, checks: [{ level: 'ok' }] });
    for (const { client } of [one, other]) await untilUsed(client, ({ mail }) => mail.used !== null);
    const { password: _, ...shown } = toMail();
    expect((await read(other.client)).mail.used).toEqual(shown);
    const [row] = await readStored();
    expect(row?.name).toBe('mail');
    expect(row?.variables_encrypted).toMatch(/^test\./);
    expect(JSON.stringify(row)).not.toContain(toMail().password);
  });

  it.each<[Partial<Mail>, string]>([
    [{ password: 'wrong' }, 'rejects the connection'],
    [{ port: 1 }, 'cannot be reached'],
    [{ sender: 'nobody' }, 'MAIL_FROM: must look like'],
    [{ returnPath: 'a+b@example.com' }, 'MAIL_RETURN_PATH: must have at most 31 characters'],
  ])('is not saved with %j', async (change, problem) => {
    const { isSaved, checks } = await one.client.call(saveMailSettings, { body: { ...toMail(), ...change } });

    expect(isSaved).toBe(false);
    expect(JSON.stringify(checks)).toContain(problem);
    expect((await read(one.client)).mail.used?.sender).toBe(toMail().sender);
  });

  it.each([{ host: 'smtp.example.com/x' }, { host: 'a b' }, { port: 0 }, { sender: 'a\nb@c.de' }, { user: '' }])(
    'rejects %j as invalid',
    async (change) => {
      await expect(one.client.call(saveMailSettings, { body: { ...toMail(), ...change } })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );

  it('can be turned off again', async () => {
    await one.client.call(deleteOperatorSetting, { params: { name: 'mail' } });

    for (const { client } of [one, other]) await untilUsed(client, ({ mail }) => mail.used === null);
    expect(await readStored()).toEqual([]);
  });
});

it('looks for newer versions where an operator says, in every process', async () => {
  const url = 'https://releases.example.com/latest';

  const plain = await one.client.call(saveUpdateSettings, { body: { url } });

  expect(plain.isSaved).toBe(true);
  for (const { client } of [one, other]) await untilUsed(client, ({ updates }) => updates.url === url);
  await one.client.call(deleteOperatorSetting, { params: { name: 'updates' } });
  for (const { client } of [one, other]) await untilUsed(client, ({ updates }) => updates.url === null);
});

it('accepts a Meta app from one of two processes that are asked at the same time', async () => {
  const { META_APP_ID = '', META_APP_SECRET = '', META_LOGIN_CONFIG_ID = '' } = sandbox.environment;
  const body = {
    appId: META_APP_ID,
    appSecret: META_APP_SECRET,
    loginConfigId: META_LOGIN_CONFIG_ID,
    webhookVerifyToken: null,
  };

  const answers = await Promise.allSettled([one, other].map(({ client }) => client.call(saveMetaSetup, { body })));

  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'meta_configured' } });
  for (const { client } of [one, other])
    await until(async () => (await client.call(getMetaSetup, {}).catch(() => null))?.app?.id === META_APP_ID);
});

it('is overridden by the environment as a whole', async () => {
  await one.client.call(saveMailSettings, { body: toMail() });
  const third = await start(await freePort(), { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'ops@example.com' });

  const { mail } = await read(third.client);

  expect(mail).toMatchObject({ isFixed: true, used: { port: 2525, user: null, sender: 'ops@example.com' } });
  for (const refused of [
    () => third.client.call(saveMailSettings, { body: toMail() }),
    () => third.client.call(deleteOperatorSetting, { params: { name: 'mail' } }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'configuration_read_only' });
});

it('is not used if no key decrypts it', async () => {
  const keys = `test:${randomBytes(32).toString('base64')}`;
  const third = await start(await freePort(), { ENCRYPTION_KEYS: keys });

  expect((await read(third.client)).mail).toEqual({ isFixed: false, used: null });
});

it('is for operators only, and recorded in the audit log without secrets', async () => {
  const { url } = one;
  const maya = await signIn(url, 'maya@sandbox.test');

  for (const refused of [
    () => maya.call(getOperatorSettings, {}),
    () => maya.call(saveMailSettings, { body: toMail() }),
    () => maya.call(saveUpdateSettings, { body: { url: 'https://example.com' } }),
    () => maya.call(deleteOperatorSetting, { params: { name: 'mail' } }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'forbidden' });
  expect((await fetch(`${url}/api/v1/admin/settings`)).status).toBe(401);
  const entries = await db.selectFrom('audit_entry').selectAll().execute();
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['mail.configured', 'updates.configured', 'setting.removed', 'meta.configured']),
  );
  expect(JSON.stringify(entries)).not.toContain(toMail().password);
});
