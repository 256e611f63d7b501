import {
  changeEmail,
  confirmEmail,
  confirmOwnEmail,
  createInvitation,
  getCredentials,
  listUsers,
} from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  goodPassword,
  joinAsOperator,
  openSignInBrowser,
  operator,
  startBuiltInApp,
} from '../../../../test/built-in-sign-in.ts';
import { listMail, takeLinkFrom, waitForMail } from '../../../../test/mailbox.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const newAddress = 'ines@new.test';
const theirs = 'victim@tidemark.test';
let app: TestApp;
let olu: TestClient;

beforeAll(async () => {
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1 });
  olu = await joinAsOperator(app);
});
afterEach(() => app.control('mail/messages', { method: 'DELETE' }));
afterAll(() => app.close());

const person = { email: '', name: 'Inês', password: goodPassword };
async function join(email: string): Promise<TestClient> {
  const { link } = await olu.call(createInvitation, { body: { email, role: 'user' } });
  const own = await openSignInBrowser(app).join(link, person);
  await waitForMail(app, email);
  await app.control('mail/messages', { method: 'DELETE' });
  return own;
}
const change = (own: TestClient, email: string) =>
  own.call(changeEmail, { body: { email, currentPassword: goodPassword } });
async function mailedToken(address: string): Promise<string> {
  return takeLinkFrom(await waitForMail(app, address)).searchParams.get('confirm') ?? '';
}
const confirm = (own: TestClient, token: string) => own.call(confirmOwnEmail, { body: { token } });
const signInAs = (email: string) => openSignInBrowser(app).signInWith({ email, password: goodPassword });

it('changes an address once its mailed link is used, and notifies the old address first', async () => {
  const own = await join('ines@tidemark.test');

  expect(await change(own, newAddress)).toEqual({ isMailed: true });
  const token = await mailedToken(newAddress);
  const notice = await waitForMail(app, 'ines@tidemark.test');
  const before = await own.call(getCredentials, {});
  const early = await signInAs(newAddress);
  await confirm(own, token);

  expect(notice.text).toContain(newAddress);
  expect(before).toMatchObject({ email: 'ines@tidemark.test', pendingEmail: newAddress });
  expect(early).toBe('credentials_rejected');
  expect(await own.call(getCredentials, {})).toMatchObject({ email: newAddress, pendingEmail: null });
  expect((await own.load()).user.email).toBe(newAddress);
  expect(await signInAs(newAddress)).toBe(`${app.url}/login`);
  await expect(confirm(own, token)).rejects.toMatchObject({ code: 'link_invalid' });
});

it('accepts only the newest link, and only from the user who asked for it', async () => {
  const [own, other] = [await join('ana@tidemark.test'), await join('bea@tidemark.test')];
  await change(own, 'ana@new.test');
  const token = await mailedToken('ana@new.test');
  await change(own, 'ana@newer.test');
  const newest = await mailedToken('ana@newer.test');

  await expect(confirm(other, newest)).rejects.toMatchObject({ code: 'link_invalid' });
  await expect(confirm(own, token)).rejects.toMatchObject({ code: 'link_invalid' });
  expect(
    (await openSignInBrowser(app).post('/credentials/link/use', { token: newest, password: goodPassword })).code,
  ).toBe('link_invalid');
  expect(await confirm(own, newest)).toEqual({ email: 'ana@newer.test' });
});

it('192: an address entered by another user can still be invited by its owner', async () => {
  const squatter = await join('squat@tidemark.test');
  await change(squatter, theirs);
  const token = await mailedToken(theirs);

  const { link } = await olu.call(createInvitation, { body: { email: theirs, role: 'user' } });
  const owner = await openSignInBrowser(app).join(link, person);

  expect((await owner.load()).user.email).toBe(theirs);
  await expect(confirm(squatter, token)).rejects.toMatchObject({ code: 'email_taken' });
  expect((await squatter.load()).user.email).toBe('squat@tidemark.test');
});

it('192: an unverified address from an earlier version does not block its owner', async () => {
  await join('early@tidemark.test');
  await app.db
    .updateTable('local_identity')
    .set({ is_email_verified: false })
    .where('email', '=', 'early@tidemark.test')
    .execute();

  const { link } = await olu.call(createInvitation, { body: { email: 'early@tidemark.test', role: 'user' } });
  const owner = await openSignInBrowser(app).join(link, { ...person, password: 'nine slow otters drift' });

  expect((await owner.load()).user.email).toBe('early@tidemark.test');
  expect(await signInAs('early@tidemark.test')).toBe('credentials_rejected');
});

it('193: asking for an address does not reveal whether it is in use', async () => {
  const own = await join('curious@tidemark.test');

  const taken = await change(own, operator.email.toUpperCase());
  const pending = await own.call(getCredentials, {});
  await waitForMail(app, 'curious@tidemark.test');
  const free = await change(own, 'nobody@tidemark.test');

  expect(taken).toEqual(free);
  expect(pending.pendingEmail).toBe(operator.email.toUpperCase());
  await waitForMail(app, 'nobody@tidemark.test');
  expect(await listMail(app, operator.email)).toEqual([]);
});

it('needs an operator without a mail server, and still blocks no owner', async () => {
  const silent = await startBuiltInApp({ environment: { SMTP_URL: '', MAIL_FROM: '' } });
  const boss = await joinAsOperator(silent);
  const { link } = await boss.call(createInvitation, { body: { email: 'ines@tidemark.test', role: 'user' } });
  const own = await openSignInBrowser(silent).join(link, person);
  const { user } = await own.load();

  expect(await change(own, theirs)).toEqual({ isMailed: false });
  const { users } = await boss.call(listUsers, { query: {} });
  await boss.call(createInvitation, { body: { email: theirs, role: 'user' } });
  await boss.call(confirmEmail, { params: { userId: user._id }, body: { email: theirs } });

  expect(users.find(({ id }) => id === user._id)).toMatchObject({
    email: 'ines@tidemark.test',
    unconfirmedEmail: theirs,
  });
  expect((await own.load()).user.email).toBe(theirs);
  await silent.close();
});
