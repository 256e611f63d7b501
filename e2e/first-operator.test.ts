import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  getClientConfig,
  getMetaSetup,
  requireCodes,
  saveInstagramSetup,
  saveMetaSetup,
  startCodes,
} from '@tidemark/contract';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, openSignInBrowser, operator, toCode } from '../apps/server/test/built-in-sign-in.ts';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';
import { createTestClient, type TestClient } from '../apps/server/test/test-client.ts';

let places: Places & { cwd: string };
let sandbox: Sandbox;
let environment: Record<string, string>;
let tidemark: Tidemark;
let client: TestClient;

beforeAll(async () => {
  places = { ...(await newPlaces()), cwd: await mkdtemp(path.join(os.tmpdir(), 'tidemark-first-')) };
  sandbox = await startSandbox({ port: places.sandboxPort, appOrigins: [`http://localhost:${places.port}`] });
  const { META_GRAPH_BASE_URL = '', META_SDK_URL = '', INSTAGRAM_API_BASE_URL = '' } = sandbox.environment;
  environment = { SANDBOX: 'off', META_GRAPH_BASE_URL, META_SDK_URL, INSTAGRAM_API_BASE_URL };
  tidemark = await startTidemark(places, environment);
  const setupLink = await users('setup-link');
  client = await openSignInBrowser(tidemark).join(readLink(setupLink.output), operator);
});
afterAll(async () => {
  await tidemark.stop();
  await sandbox.close();
  await removePlaces(places);
  await rm(places.cwd, { recursive: true });
});

const run = (...args: string[]) => runToEnd(places, environment, args);
const users = (...args: string[]) => run('users', ...args);
const readLink = (output: string) => /http:\/\/\S+#\S+/.exec(output)?.[0] ?? '';

describe('tidemark users', () => {
  it('invites users and operators, who then appear in the list', async () => {
    const user = await users('invite', 'ines@tidemark.test');
    const second = await users('invite', 'theo@tidemark.test', '--operator');
    const before = await users('list');

    const ines = await openSignInBrowser(tidemark).join(readLink(user.output), {
      ...operator,
      email: '',
      name: 'Inês',
    });
    const theo = await openSignInBrowser(tidemark).join(readLink(second.output), {
      ...operator,
      email: '',
      name: 'Theo',
    });
    const after = await users('list');

    expect(before.output).toMatch(/^ines@tidemark\.test {2}invited, until /m);
    expect((await ines.load()).user).toMatchObject({ email: 'ines@tidemark.test', role: 'user' });
    expect((await theo.load()).user).toMatchObject({ email: 'theo@tidemark.test', role: 'system-admin' });
    expect(after.output).toMatch(/^ines@tidemark\.test {2}Inês {2}password$/m);
    expect(after.output).not.toContain('invited');
  });

  it('replaces a forgotten password and ends the sessions that used it', async () => {
    const person = { email: 'ines@tidemark.test', password: 'nine slow otters drift' };
    const browser = openSignInBrowser(tidemark);
    await browser.signInWith({ ...person, password: goodPassword });

    const { output } = await users('reset-link', 'ines@tidemark.test');
    const used = await browser.post('/credentials/link/use', {
      token: new URL(readLink(output)).hash.slice(1),
      password: person.password,
    });

    expect(used.status).toBe(200);
    expect(await browser.tokenStatus()).toBe(401);
    const other = openSignInBrowser(tidemark);
    expect(await other.signInWith({ ...person, password: goodPassword })).toBe('credentials_rejected');
    expect(await other.signInWith(person)).toContain(tidemark.url);
  });

  it('lets a user who lost their authenticator sign in without a code', async () => {
    const theo = { email: 'theo@tidemark.test', password: goodPassword };
    const browser = openSignInBrowser(tidemark);
    await browser.signInWith(theo);
    const session = createTestClient(tidemark.url, await browser.getToken());
    const { secret } = await session.call(startCodes, { body: {} });
    const code = toCode(secret);
    await session.call(requireCodes, { body: { currentPassword: theo.password, secret, code } });
    const before = await openSignInBrowser(tidemark).signInWith(theo);

    const { output } = await users('remove-codes', theo.email);

    expect(before).toBeNull();
    expect(output).toContain('theo@tidemark.test now signs in without a code.');
    expect(await openSignInBrowser(tidemark).signInWith(theo)).toContain(tidemark.url);
  });

  it.each([
    [['invite', 'ines@tidemark.test'], 'A user already signs in with ines@tidemark.test'],
    [['reset-link', 'nobody@tidemark.test'], 'No user signs in to Tidemark itself with nobody@tidemark.test'],
    [['setup-link'], 'Tidemark is already set up. Invite an operator with tidemark users invite EMAIL --operator.'],
    [['invite', 'nonsense'], 'Usage: tidemark users list'],
  ])('rejects %j and explains why', async (args, reason) => {
    const { code, output } = await users(...args);

    expect(output).toContain(reason);
    expect(code).toBe(1);
  });

  it('creates no links for users of another identity provider', async () => {
    const elsewhere = { ...environment, OIDC_ISSUER: 'https://id.example.com' };

    const { code, output } = await runToEnd(places, elsewhere, ['users', 'invite', 'eve@tidemark.test']);

    expect(output).toContain('Users sign in at OIDC_ISSUER. Invite them there.');
    expect(code).toBe(1);
  });
});

describe('Meta app', () => {
  const readApp = () => {
    const { META_APP_ID = '', META_APP_SECRET = '', META_LOGIN_CONFIG_ID = '' } = sandbox.environment;
    const webhookVerifyToken = 'f00d'.repeat(8);
    return { appId: META_APP_ID, appSecret: META_APP_SECRET, loginConfigId: META_LOGIN_CONFIG_ID, webhookVerifyToken };
  };

  it('is visible and editable to operators only', async () => {
    const { output } = await users('invite', 'eve@tidemark.test');
    const eve = await openSignInBrowser(tidemark).join(readLink(output), { ...operator, email: '', name: 'Eve' });

    await expect(eve.call(getMetaSetup, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(eve.call(saveMetaSetup, { body: readApp() })).rejects.toMatchObject({ code: 'forbidden' });
    const instagramApp = { appId: '1', appSecret: 'f'.repeat(32) };
    await expect(eve.call(saveInstagramSetup, { body: instagramApp })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await fetch(`${tidemark.url}/api/v1/admin/meta`)).status).toBe(401);
    expect((await run('settings', 'list')).output).toMatch(/^meta +not set$/m);
  });

  it('is not saved unless Meta accepts it', async () => {
    const setup = await client.call(getMetaSetup, {});
    const wrongSecret = await client.call(saveMetaSetup, { body: { ...readApp(), appSecret: 'f'.repeat(32) } });
    const wrongApp = await client.call(saveMetaSetup, { body: { ...readApp(), appId: '999' } });
    const noConfiguration = await client.call(saveMetaSetup, {
      body: { ...readApp(), loginConfigId: readApp().appId },
    });

    expect(setup.app).toBeNull();
    expect(JSON.stringify(setup.settings)).toContain(`${tidemark.url}/api/v1/webhooks/meta/deauthorize`);
    for (const [{ isSaved, checks }, detail] of [
      [wrongSecret, 'It rejects META_APP_SECRET'],
      [wrongApp, 'There is no app with META_APP_ID'],
      [noConfiguration, 'META_LOGIN_CONFIG_ID is not the ID of a login configuration'],
    ] as const) {
      expect(isSaved).toBe(false);
      expect(JSON.stringify(checks)).toContain(detail);
      expect(JSON.stringify(checks)).not.toContain(readApp().appSecret);
    }
    expect((await run('settings', 'list')).output).toMatch(/^meta +not set$/m);
  });

  it.each(['a\nSANDBOX=auto\nPORT=9999', `'; rm -rf /`, 'short'])('rejects the secret %j', async (appSecret) => {
    await expect(client.call(saveMetaSetup, { body: { ...readApp(), appSecret } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is saved once, and used after a restart in the same process', async () => {
    const [first, second] = await Promise.allSettled([
      client.call(saveMetaSetup, { body: readApp() }),
      client.call(saveMetaSetup, { body: readApp() }),
    ]);
    await expect
      .poll(
        () =>
          client.call(getClientConfig, {}).then(
            ({ meta }) => meta.appId,
            () => null,
          ),
        { timeout: 30_000 },
      )
      .toBe(readApp().appId);
    const setup = await client.call(getMetaSetup, {});
    const listed = await run('settings', 'list');

    expect([first, second].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'meta_configured' },
    });
    expect(setup).toMatchObject({ app: { id: readApp().appId, loginConfigId: readApp().loginConfigId } });
    expect(JSON.stringify(setup)).not.toContain(readApp().appSecret);
    expect(listed.output).toMatch(/^meta +stored: META_APP_ID, META_APP_SECRET, META_LOGIN_CONFIG_ID, /m);
    expect(listed.output).not.toContain(readApp().appSecret);
    expect(tidemark.child.exitCode).toBeNull();
    await expect(client.call(saveMetaSetup, { body: readApp() })).rejects.toMatchObject({ code: 'meta_configured' });
  });

  it('is recorded in the audit log without its secret', async () => {
    const answer = await fetch(`${tidemark.url}/api/v1/admin/audit`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    const text = await answer.text();

    expect(text).toContain('meta.configured');
    expect(text).not.toContain(readApp().appSecret);
    expect(text).not.toContain(readApp().webhookVerifyToken);
  });

  describe('the Instagram app', () => {
    const readInstagramApp = () => ({
      appId: sandbox.environment['INSTAGRAM_APP_ID'] ?? '',
      appSecret: sandbox.environment['INSTAGRAM_APP_SECRET'] ?? '',
    });

    it('is not saved unless Instagram knows it, nor with the Meta app’s secret', async () => {
      const setup = await client.call(getMetaSetup, {});
      const metaApp = await client.call(saveInstagramSetup, {
        body: { ...readInstagramApp(), appId: readApp().appId },
      });
      const metaSecret = await client.call(saveInstagramSetup, {
        body: { ...readInstagramApp(), appSecret: readApp().appSecret },
      });

      expect(setup.instagram.app).toBeNull();
      expect(JSON.stringify(setup.instagram.settings)).toContain(`${tidemark.url}/api/v1/webhooks/instagram/deletion`);
      for (const [{ isSaved, checks }, detail] of [
        [metaApp, 'There is no Instagram app with INSTAGRAM_APP_ID'],
        [metaSecret, 'INSTAGRAM_APP_SECRET is the secret of the Meta app'],
      ] as const) {
        expect(isSaved).toBe(false);
        expect(JSON.stringify(checks)).toContain(detail);
      }
      expect((await run('settings', 'list')).output).toMatch(/^instagram +not set$/m);
    });

    it('is saved once beside the Meta app, and offered after a restart in the same process', async () => {
      const saved = await client.call(saveInstagramSetup, { body: readInstagramApp() });
      await expect
        .poll(
          () =>
            client.call(getClientConfig, {}).then(
              ({ instagramLogin }) => instagramLogin,
              () => false,
            ),
          { timeout: 30_000 },
        )
        .toBe(true);
      const setup = await client.call(getMetaSetup, {});

      expect(saved.isSaved).toBe(true);
      expect(setup).toMatchObject({
        app: { id: readApp().appId },
        instagram: { app: { id: readInstagramApp().appId } },
      });
      expect(JSON.stringify(setup)).not.toContain(readInstagramApp().appSecret);
      await expect(client.call(saveInstagramSetup, { body: readInstagramApp() })).rejects.toMatchObject({
        code: 'instagram_configured',
      });
    });
  });

  it('stops with its exit code after such a restart, and keeps the Meta app for the next start', async () => {
    expect(await tidemark.stop()).toBe(0);
    tidemark = await startTidemark(places, environment);

    expect(await client.call(getMetaSetup, {})).toMatchObject({ app: { id: readApp().appId } });
  });

  it('comes from the environment if that has one', async () => {
    await tidemark.stop();
    const app = { META_APP_ID: '4711', META_APP_SECRET: 'e'.repeat(32), META_LOGIN_CONFIG_ID: '4712' };
    tidemark = await startTidemark(places, { ...environment, ...app });

    const setup = await client.call(getMetaSetup, {});
    const listed = await runToEnd(places, { ...environment, ...app }, ['settings', 'list']);

    expect(setup.app).toEqual({ id: '4711', loginConfigId: '4712' });
    expect(listed.output).toMatch(/^meta +environment, which overrides what is stored: META_APP_ID, /m);
    await expect(client.call(saveMetaSetup, { body: readApp() })).rejects.toMatchObject({ code: 'meta_configured' });
  });

  it('is removed on the server only, and can then be entered again', async () => {
    await tidemark.stop();
    tidemark = await startTidemark(places, environment);

    const unknown = await run('settings', 'remove', 'stripe');
    const removed = await run('settings', 'remove', 'meta');
    const again = await run('settings', 'remove', 'meta');

    expect(unknown.output).toContain('Usage: tidemark settings remove meta|instagram|mail|updates');
    expect(removed.output).toContain('Removed: meta.');
    expect(again.output).toContain('No meta settings are stored.');
    await expect
      .poll(
        () =>
          client.call(getMetaSetup, {}).then(
            ({ app }) => app,
            () => 'restarting',
          ),
        { timeout: 30_000 },
      )
      .toBeNull();
  });
});
