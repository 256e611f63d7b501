import {
  addPasskey,
  changeEmail,
  createInvitation,
  getCredentials,
  removePasskey,
  startPasskey,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  goodPassword,
  joinAsOperator,
  openSignInBrowser,
  operator,
  startBuiltInApp,
  toToken,
} from '../../../../test/built-in-sign-in.ts';
import { createSoftwarePasskey } from '../../../../test/software-passkey.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../../test/test-client.ts';

let app: TestApp;
let client: TestClient;
const here = () => ({ origin: app.url, rpId: 'localhost' });

beforeAll(async () => {
  app = await startBuiltInApp();
  client = await joinAsOperator(app);
});
afterAll(() => app.close());

async function addTo(owner: TestClient, password?: string) {
  const passkey = createSoftwarePasskey();
  const { challenge } = await owner.call(startPasskey, { body: password ? { currentPassword: password } : {} });
  await owner.call(addPasskey, { body: { passkey: passkey.register(challenge, here()), name: 'Laptop' } });
  return passkey;
}

type Browser = ReturnType<typeof openSignInBrowser>;

async function readChallenge(browser: Browser): Promise<string> {
  const answer = await browser.call('/credentials/passkey/options', {});
  return ((await answer.json()) as { challenge: string }).challenge; // the contract's response
}

async function signInWith(passkey: ReturnType<typeof createSoftwarePasskey>, where = here(), isVerified = true) {
  const browser = openSignInBrowser(app);
  await browser.start();
  const answer = passkey.signIn(await readChallenge(browser), where, { isVerified });
  const { redirectTo, code } = await browser.post('/credentials/passkey/sign-in', { passkey: answer });
  return { browser, answer, arrived: redirectTo ? await browser.walk(redirectTo) : null, code };
}

describe('a passkey', () => {
  it('signs in without a password once added', async () => {
    const passkey = await addTo(client, goodPassword);

    const { browser, arrived } = await signInWith(passkey);

    expect(arrived).toBe(`${app.url}/login`);
    expect((await createTestClient(app.url, await browser.getToken()).load()).user.email).toBe(operator.email);
    expect((await client.call(getCredentials, {})).passkeys).toMatchObject([
      { name: 'Laptop', lastUsedAt: expect.any(String) },
    ]);
  });

  it('can replace the password when accepting an invitation, and then cannot be removed', async () => {
    const { link } = await client.call(createInvitation, { body: { email: 'ida@tidemark.test', role: 'user' } });
    const [browser, passkey, token] = [openSignInBrowser(app), createSoftwarePasskey(), toToken(link)];
    const person = { token, name: 'Ida' };
    const options = await browser.call('/credentials/link/passkey-options', { ...person, email: 'ida@tidemark.test' });
    const { challenge } = (await options.json()) as { challenge: string }; // the contract's response
    const used = await browser.post('/credentials/link/use', {
      ...person,
      passkey: passkey.register(challenge, here()),
    });
    const signedIn = await signInWith(passkey);
    const own = createTestClient(app.url, await signedIn.browser.getToken());

    expect(used).toMatchObject({ status: 200, kind: 'invitation' });
    expect((await own.load()).user).toMatchObject({ email: 'ida@tidemark.test', name: 'Ida' });
    await expect(own.call(removePasskey, { params: { id: passkey.id }, body: {} })).rejects.toMatchObject({
      code: 'last_credential',
    });
  });
});

describe('attacks on passkeys', () => {
  it('129: without a password, a token changes credentials only within ten minutes after sign-in', async () => {
    const email = 'noor@tidemark.test';
    const { link } = await client.call(createInvitation, { body: { email, role: 'user' } });
    const [browser, passkey] = [openSignInBrowser(app), createSoftwarePasskey()];
    const person = { token: toToken(link), name: 'Noor' };
    const options = await browser.call('/credentials/link/passkey-options', { ...person, email });
    const { challenge } = (await options.json()) as { challenge: string }; // the contract's response
    await browser.post('/credentials/link/use', { ...person, passkey: passkey.register(challenge, here()) });
    const own = createTestClient(app.url, await (await signInWith(passkey)).browser.getToken());
    const { user } = await own.load();

    await addTo(own);
    await app.db
      .updateTable('session')
      .set({ signed_in_at: new Date(Date.now() - 11 * 60_000) })
      .where('user_id', '=', user._id)
      .execute();

    await expect(own.call(startPasskey, { body: {} })).rejects.toMatchObject({ code: 'sign_in_again' });
    await expect(own.call(changeEmail, { body: { email: 'eve@tidemark.test' } })).rejects.toMatchObject({
      code: 'sign_in_again',
    });
    expect((await own.call(getCredentials, {})).passkeys).toHaveLength(2);
  });

  it('127: a response for another origin, another site or without user verification is rejected', async () => {
    const passkey = await addTo(client, goodPassword);

    expect((await signInWith(passkey, { origin: 'https://evil.example', rpId: 'localhost' })).code).toBe(
      'passkey_rejected',
    );
    expect((await signInWith(passkey, { origin: app.url, rpId: 'evil.example' })).code).toBe('passkey_rejected');
    expect((await signInWith(passkey, here(), false)).code).toBe('passkey_rejected');
  });

  it('127: a response works once, and only for our own challenge', async () => {
    const { answer, browser } = await signInWith(await addTo(client, goodPassword));
    await browser.start();

    expect(await browser.post('/credentials/passkey/sign-in', { passkey: answer })).toMatchObject({
      status: 422,
      code: 'passkey_rejected',
    });
    const forged = createSoftwarePasskey().signIn('bWFkZSB1cA', here());
    expect(await browser.post('/credentials/passkey/sign-in', { passkey: forged })).toMatchObject({
      code: 'passkey_rejected',
    });
  });

  it("127: a challenge for one person cannot register another person's passkey", async () => {
    const { link } = await client.call(createInvitation, { body: { email: 'eve@tidemark.test', role: 'user' } });
    const person = { email: 'eve@tidemark.test', name: 'Eve', password: goodPassword };
    const eve = await openSignInBrowser(app).join(link, person);
    const { challenge } = await client.call(startPasskey, { body: { currentPassword: goodPassword } });

    const stolen = createSoftwarePasskey().register(challenge, here());

    await expect(eve.call(addPasskey, { body: { passkey: stolen, name: 'x' } })).rejects.toMatchObject({
      code: 'passkey_rejected',
    });
  });

  it("127: a user cannot remove another user's passkey", async () => {
    const passkey = await addTo(client, goodPassword);
    const { link } = await client.call(createInvitation, { body: { email: 'mal@tidemark.test', role: 'user' } });
    const mal = await openSignInBrowser(app).join(link, { email: '', name: 'Mal', password: goodPassword });

    await expect(
      mal.call(removePasskey, { params: { id: passkey.id }, body: { currentPassword: goodPassword } }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect((await signInWith(passkey)).arrived).toBe(`${app.url}/login`);
  });
});
