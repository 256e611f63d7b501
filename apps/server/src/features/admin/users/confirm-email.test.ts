import { changeEmail, confirmEmail, createInvitation, listAudit, listUsers } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goodPassword, joinAsOperator, openSignInBrowser, startBuiltInApp } from '../../../../test/built-in-sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';

let app: TestApp;
let operator: TestClient;
let ines: TestClient;
let userId: string;

beforeAll(async () => {
  app = await startBuiltInApp();
  operator = await joinAsOperator(app);
  const { link } = await operator.call(createInvitation, { body: { email: 'ines@tidemark.test', role: 'user' } });
  ines = await openSignInBrowser(app).join(link, { email: '', name: 'Inês', password: goodPassword });
  userId = (await ines.load()).user._id;
});
afterAll(() => app.close());

const confirm = (client: TestClient, email: string) =>
  client.call(confirmEmail, { params: { userId }, body: { email } });
const listed = async () => (await operator.call(listUsers, { query: {} })).users.find(({ id }) => id === userId);

it('confirms and records the address a user asked for', async () => {
  expect((await listed())?.unconfirmedEmail).toBeNull();
  await ines.call(changeEmail, { body: { email: 'ines@new.test', currentPassword: goodPassword } });
  expect(await listed()).toMatchObject({ email: 'ines@tidemark.test', unconfirmedEmail: 'ines@new.test' });

  await confirm(operator, 'Ines@new.test');

  expect(await listed()).toMatchObject({ email: 'ines@new.test', unconfirmedEmail: null });
  const { entries } = await operator.call(listAudit, { query: {} });
  expect(entries[0]).toMatchObject({
    action: 'user.email.confirmed',
    target: `user:${userId}`,
    change: { email: 'Ines@new.test' },
  });
});

it('rejects confirmation by users, for a changed address and for nonexistent users', async () => {
  await ines.call(changeEmail, { body: { email: 'ines@newer.test', currentPassword: goodPassword } });
  const nobody = { params: { userId: '00000000-0000-4000-8000-000000000000' }, body: { email: 'ines@newer.test' } };

  await expect(confirm(ines, 'ines@newer.test')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(confirm(operator, 'ines@new.test')).rejects.toMatchObject({ code: 'email_changed' });
  await expect(operator.call(confirmEmail, nobody)).rejects.toMatchObject({ code: 'user_not_found' });
  expect((await listed())?.unconfirmedEmail).toBe('ines@newer.test');
});

it('is limited to the built-in sign-in', async () => {
  const other = await startTestApp({ work: false });
  const olu = await other.as('olu@sandbox.test');
  const { user } = await olu.load();

  const refused = olu.call(confirmEmail, { params: { userId: user._id }, body: { email: 'olu@sandbox.test' } });

  await expect(refused).rejects.toMatchObject({ code: 'sign_in_elsewhere' });
  await other.close();
});
