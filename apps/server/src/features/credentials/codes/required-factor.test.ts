import {
  createApiKey,
  createInvitation,
  getCredentials,
  listAccounts,
  listUsers,
  requireCodes,
  runBatch,
  startCodes,
  startPage,
} from '@tidemark/contract';
import { afterEach, expect, it } from 'vitest';
import {
  goodPassword,
  joinAsOperator,
  openSignInBrowser,
  operator,
  startBuiltInApp,
  toCode,
  toToken,
} from '../../../../test/built-in-sign-in.ts';
import { createSoftwarePasskey } from '../../../../test/software-passkey.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../../test/test-client.ts';

const refused = { status: 403, code: 'second_factor_required' };
let app: TestApp;
afterEach(() => app.close());

const start = async (required: string) =>
  (app = await startBuiltInApp({ environment: { REQUIRE_SECOND_FACTOR: required } }));

async function setUpCodes(client: TestClient) {
  const { secret } = await client.call(startCodes, { body: {} });
  await client.call(requireCodes, { body: { secret, code: toCode(secret), currentPassword: goodPassword } });
}

async function invite(client: TestClient, email: string) {
  return (await client.call(createInvitation, { body: { email, role: 'user' } })).link;
}

it('195: an operator without the required second factor can do nothing else, alone or in a batch', async () => {
  await start('operators');
  const browser = openSignInBrowser(app);
  const olu = await browser.join((await app.createSetupLink()) ?? '', operator);

  const page = startPage.response.parse(await (await browser.call('/session/page', {})).json());
  const batch = await fetch(`${app.url}/api/v1${runBatch.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${olu.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ calls: [{ path: listAccounts.path, method: 'GET' }] }),
  });

  expect(page.page).toBeNull();
  expect(await batch.text()).toContain(refused.code);
  await expect(olu.call(listUsers, { query: {} })).rejects.toMatchObject(refused);
  await expect(olu.call(listAccounts, {})).rejects.toMatchObject(refused);
  await expect(olu.call(createApiKey, { body: { name: 'Sheet', scopes: ['posts:read'] } })).rejects.toMatchObject(
    refused,
  );
  expect((await olu.load()).user.role).toBe('system-admin');
  expect((await olu.call(getCredentials, {})).usesCodes).toBe(false);

  await setUpCodes(olu);

  expect((await olu.call(listUsers, { query: {} })).total).toBe(1);
});

it('195: users need no second factor if only operators do', async () => {
  await start('operators');
  const olu = await joinAsOperator(app);
  await setUpCodes(olu);

  const own = await openSignInBrowser(app).join(await invite(olu, 'ines@tidemark.test'), {
    email: '',
    name: 'Inês',
    password: goodPassword,
  });

  expect((await own.call(listAccounts, {})).accounts).toEqual([]);
});

it('195: a passkey without a password suffices if every user needs a second factor', async () => {
  await start('all');
  const olu = await joinAsOperator(app);
  await setUpCodes(olu);
  const own = await openSignInBrowser(app).join(await invite(olu, 'ines@tidemark.test'), {
    email: '',
    name: 'Inês',
    password: goodPassword,
  });
  const person = { token: toToken(await invite(olu, 'noor@tidemark.test')), name: 'Noor' };
  const [browser, passkey] = [openSignInBrowser(app), createSoftwarePasskey()];
  const options = await browser.call('/credentials/link/passkey-options', { ...person, email: 'noor@tidemark.test' });
  const { challenge } = (await options.json()) as { challenge: string }; // the contract's response
  const here = { origin: app.url, rpId: 'localhost' };
  await browser.post('/credentials/link/use', { ...person, passkey: passkey.register(challenge, here) });
  await browser.start();
  await browser.walk((await browser.post('/credentials/continue', {})).redirectTo ?? '');
  const noor = createTestClient(app.url, await browser.getToken());

  await expect(own.call(listAccounts, {})).rejects.toMatchObject(refused);
  expect((await noor.call(listAccounts, {})).accounts).toEqual([]);
});
