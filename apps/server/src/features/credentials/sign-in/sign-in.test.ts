import {
  changeEmail,
  confirmEmail,
  changePassword,
  createInvitation,
  createResetLink,
  deleteUser,
  withdrawInvitation,
  listInvitations,
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
import type { TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../../test/test-client.ts';

let app: TestApp;
let client: TestClient;
let setupLink: string;
let firstVisit: Awaited<ReturnType<typeof visit>>;

beforeAll(async () => {
  app = await startBuiltInApp();
  firstVisit = await visit();
  setupLink = (await app.createSetupLink()) ?? '';
  client = await joinAsOperator(app);
});
afterAll(() => app.close());

async function visit() {
  const browser = openSignInBrowser(app);
  await browser.start();
  return browser.post('/credentials/continue', {});
}

async function invite(email: string, role: 'user' | 'system-admin' = 'user'): Promise<string> {
  return (await client.call(createInvitation, { body: { email, role } })).link;
}

describe('the first operator', () => {
  it('is created by the setup link and signed in immediately', async () => {
    expect(await client.load()).toMatchObject({
      user: { email: operator.email, name: operator.name, role: 'system-admin' },
    });
  });

  it('is missing on the first visit only', async () => {
    expect(firstVisit).toMatchObject({ redirectTo: null, isSetUp: false });
    expect(await visit()).toMatchObject({ redirectTo: null, isSetUp: true });
  });

  it('is unique: the link works once, and no other exists', async () => {
    const again = { token: toToken(setupLink), email: 'eve@tidemark.test', name: 'Eve', password: goodPassword };

    expect(await openSignInBrowser(app).post('/credentials/link/use', again)).toMatchObject({ code: 'link_invalid' });
    expect(await app.createSetupLink()).toBeNull();
  });
});

describe('signing in with a password', () => {
  it('returns to the requested page with our own session', async () => {
    const browser = openSignInBrowser(app);

    expect(await browser.signInWith(operator, '/roadmap?showRequested=true')).toBe(
      `${app.url}/roadmap?showRequested=true`,
    );
    expect((await createTestClient(app.url, await browser.getToken()).load()).user.email).toBe(operator.email);
  });

  it('renews the session without another sign-in', async () => {
    const browser = openSignInBrowser(app);
    await browser.signInWith(operator);
    const first = await browser.getToken();
    await app.db
      .updateTable('session')
      .set({ access_issued_at: new Date(Date.now() - 3_600_000), access_expires_at: new Date() })
      .where('ended_at', 'is', null)
      .execute();

    const second = await browser.getToken();

    expect(second).not.toBe(first);
    expect((await createTestClient(app.url, second).load()).user.email).toBe(operator.email);
  });

  it('ignores letter case in the email but not in the password', async () => {
    const browser = openSignInBrowser(app);

    expect(await browser.signInWith({ ...operator, email: operator.email.toUpperCase() })).toBe(`${app.url}/login`);
    expect(await browser.signInWith({ ...operator, password: goodPassword.toUpperCase() })).toBe(
      'credentials_rejected',
    );
  });

  it('prompts again after logging out, because the provider keeps no session', async () => {
    const browser = openSignInBrowser(app);
    await browser.signInWith(operator);
    await browser.call('/session/end', {});

    expect(await browser.start()).toBe(`${app.url}/sign-in`);
    expect(await browser.tokenStatus()).toBe(401);
  });

  it('rejects a sign-in from a browser that did not start it', async () => {
    const { email, password } = operator;
    expect(await openSignInBrowser(app).post('/credentials/sign-in', { email, password })).toMatchObject({
      code: 'sign_in_expired',
    });
  });
});

describe('an invitation', () => {
  it('creates a user with the invited address, whatever the browser sends', async () => {
    const link = await invite('ines@tidemark.test');

    const invited = await openSignInBrowser(app).join(link, {
      email: 'olu@tidemark.test',
      name: 'Inês',
      password: goodPassword,
    });

    expect((await invited.load()).user).toMatchObject({ email: 'ines@tidemark.test', name: 'Inês', role: 'user' });
  });

  it('can create an operator', async () => {
    const link = await invite('second@tidemark.test', 'system-admin');

    const invited = await openSignInBrowser(app).join(link, { email: '', name: 'Second', password: goodPassword });

    expect((await invited.load()).user.role).toBe('system-admin');
  });

  it('is void once replaced, and is rejected for an existing user', async () => {
    const first = await invite('late@tidemark.test');
    await invite('Late@tidemark.test');

    expect(await openSignInBrowser(app).post('/credentials/link/inspect', { token: toToken(first) })).toMatchObject({
      status: 404,
      code: 'link_invalid',
    });
    await expect(invite(operator.email.toUpperCase())).rejects.toMatchObject({ code: 'email_taken' });
  });

  it('is used only once when opened concurrently', async () => {
    const token = toToken(await invite('race@tidemark.test'));
    const use = () =>
      openSignInBrowser(app).post('/credentials/link/use', { token, name: 'Race', password: goodPassword });

    const codes = (await Promise.all([use(), use(), use()])).map(({ code }) => code ?? 'used').sort();

    expect(codes.filter((code) => code === 'used')).toHaveLength(1);
  });

  it('requires a password that is hard to guess', async () => {
    const token = toToken(await invite('weak@tidemark.test'));
    const use = (password: string) =>
      openSignInBrowser(app).post('/credentials/link/use', { token, name: 'Weak', password });

    expect(await use('too short')).toMatchObject({ status: 422, code: 'password_weak' });
    expect(await use('aaaaaaaaaaaaaaaa')).toMatchObject({ code: 'password_weak' });
    expect(await use('weak@tidemark.test')).toMatchObject({ code: 'password_weak' });
  });
});

describe('a reset link', () => {
  it('sets a new password, ends the old sessions and lifts a block', async () => {
    const person = { email: 'reset@tidemark.test', name: 'Rita', password: goodPassword };
    const browser = openSignInBrowser(app);
    const own = await browser.join(await invite(person.email), person);
    const { user } = await own.load();
    const stranger = openSignInBrowser(app);
    for (let guess = 0; guess < 12; guess += 1)
      await stranger.post('/credentials/sign-in', { email: person.email, password: `guess ${guess}` });

    const { link } = await client.call(createResetLink, { params: { userId: user._id } });
    const used = await stranger.post('/credentials/link/use', {
      token: toToken(link),
      password: 'six loud geese fly home',
    });

    expect(used).toMatchObject({ status: 200, kind: 'reset' });
    expect(await browser.tokenStatus()).toBe(401);
    expect(await openSignInBrowser(app).signInWith(person)).toBe('credentials_rejected');
    expect(await openSignInBrowser(app).signInWith({ ...person, password: 'six loud geese fly home' })).toBe(
      `${app.url}/login`,
    );
  });

  it('is limited to operators, and to users who sign in here', async () => {
    const person = { email: 'plain@tidemark.test', name: 'Pia', password: goodPassword };
    const own = await openSignInBrowser(app).join(await invite(person.email), person);
    const { user } = await own.load();

    await expect(own.call(createResetLink, { params: { userId: user._id } })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      client.call(createResetLink, { params: { userId: '00000000-0000-4000-8000-000000000000' } }),
    ).rejects.toMatchObject({ code: 'user_not_found' });
  });
});

describe('a user with built-in sign-in', () => {
  it('changes email and password with the current password, and stays signed in only in this session', async () => {
    const person = { email: 'before@tidemark.test', name: 'Bea', password: goodPassword };
    const browser = openSignInBrowser(app);
    const own = await browser.join(await invite(person.email), person);
    const { user } = await own.load();
    const elsewhere = openSignInBrowser(app);
    await elsewhere.signInWith(person);
    const next = 'six loud geese fly home';

    await expect(
      own.call(changeEmail, { body: { email: 'x@y.test', currentPassword: 'wrong' } }),
    ).rejects.toMatchObject({ code: 'password_wrong' });
    await own.call(changeEmail, { body: { email: 'after@tidemark.test', currentPassword: goodPassword } });
    await client.call(confirmEmail, { params: { userId: user._id }, body: { email: 'after@tidemark.test' } });
    await own.call(changePassword, { body: { currentPassword: goodPassword, newPassword: next } });

    expect((await own.load()).user.email).toBe('after@tidemark.test');
    expect([await browser.tokenStatus(), await elsewhere.tokenStatus()]).toEqual([200, 401]);
    expect(await openSignInBrowser(app).signInWith({ email: 'after@tidemark.test', password: next })).toBe(
      `${app.url}/login`,
    );
  });

  it('leaves no credentials behind when deleting everything', async () => {
    const person = { email: 'gone@tidemark.test', name: 'Gus', password: goodPassword };
    const own = await openSignInBrowser(app).join(await invite(person.email), person);

    await own.call(deleteUser, { body: { confirm: 'DELETE' } });

    expect(await openSignInBrowser(app).signInWith(person)).toBe('credentials_rejected');
    expect(
      await app.db.selectFrom('local_identity').select('email').where('email', '=', person.email).execute(),
    ).toEqual([]);
  });

  it('loses an invitation once an operator withdraws it', async () => {
    const link = await invite('withdrawn@tidemark.test');
    const { invitations } = await client.call(listInvitations, {});
    const id = invitations.find(({ email }) => email === 'withdrawn@tidemark.test')?.id ?? '';

    await client.call(withdrawInvitation, { params: { id } });

    expect((await openSignInBrowser(app).post('/credentials/link/inspect', { token: toToken(link) })).code).toBe(
      'link_invalid',
    );
    await expect(client.call(withdrawInvitation, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  });
});
