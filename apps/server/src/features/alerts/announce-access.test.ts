import {
  changeEmail,
  changePassword,
  confirmEmail,
  confirmOwnEmail,
  createApiKey,
  createResetLink,
  listAlerts,
  requireCodes,
  saveAlertWebhook,
  startCodes,
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
} from '../../../test/built-in-sign-in.ts';
import { listMail, takeLinkFrom, waitForMail } from '../../../test/mailbox.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';

const key = { name: 'Sheet', scopes: ['posts:read' as const] };
let app: TestApp;
afterEach(() => app.close());

const subjectsAt = async (address: string) => (await listMail(app, address)).map(({ subject }) => subject).toSorted();
const waitForSubjects = (address: string, subjects: string[]) =>
  until(async () => (await subjectsAt(address)).join() === subjects.toSorted().join() || false);
const sentencesOf = async (client: TestClient) => {
  const { alerts, unread } = await client.call(listAlerts, {});
  return { unread, sentences: alerts.map(({ sentence }) => sentence).toSorted() };
};

it('196: a user is told about each change to account access, in the app and by mail', async () => {
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1 });
  const olu = await joinAsOperator(app);
  const { secret } = await olu.call(startCodes, { body: {} });

  await olu.call(createApiKey, { body: key });
  await olu.call(createApiKey, { body: key });
  await olu.call(saveAlertWebhook, { body: { url: 'https://hooks.example.org/' } });
  await olu.call(requireCodes, { body: { secret, code: toCode(secret), currentPassword: goodPassword } });
  await olu.call(changePassword, { body: { currentPassword: goodPassword, newPassword: 'six loud geese fly home' } });

  const told = [
    'A new API key can read your analytics',
    'A new API key can read your analytics',
    'Your alerts are sent to a new webhook',
    'Your password was changed',
    'Your sign-in now requires codes from a new authenticator app',
  ];
  await waitForSubjects(operator.email, told);
  expect(await sentencesOf(olu)).toEqual({ unread: 5, sentences: told.map((subject) => `${subject}.`).toSorted() });
});

it('notifies the earlier address about a new address and a reset password', async () => {
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1 });
  const olu = await joinAsOperator(app);
  await olu.call(changeEmail, { body: { email: 'olu@new.test', currentPassword: goodPassword } });
  const proof = takeLinkFrom(await waitForMail(app, 'olu@new.test')).searchParams.get('confirm') ?? '';
  await olu.call(confirmOwnEmail, { body: { token: proof } });
  await waitForMail(app, operator.email, ({ subject }) => subject === 'Your email address was changed');
  const { user } = await olu.load();

  const { link } = await olu.call(createResetLink, { params: { userId: user._id } });
  const body = { token: toToken(link), password: 'six loud geese fly home' };
  await openSignInBrowser(app).post('/credentials/link/use', body);

  await waitForMail(app, 'olu@new.test', ({ subject }) => subject === 'Your password was changed');
  expect(await subjectsAt(operator.email)).not.toContain('Your password was changed');
});

it('notifies both addresses when an operator confirms a new address', async () => {
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1 });
  const olu = await joinAsOperator(app);
  const { user } = await olu.load();
  await olu.call(changeEmail, { body: { email: 'olu@new.test', currentPassword: goodPassword } });

  await olu.call(confirmEmail, { params: { userId: user._id }, body: { email: 'olu@new.test' } });

  for (const address of [operator.email, 'olu@new.test'])
    await waitForMail(app, address, ({ subject }) => subject === 'Your email address was changed');
});

it('sends nothing to an unverified address, and still notifies in the app', async () => {
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1 });
  const olu = await joinAsOperator(app);
  await app.db.updateTable('local_identity').set({ is_email_verified: false }).execute();

  await olu.call(createApiKey, { body: key });

  expect((await sentencesOf(olu)).unread).toBe(1);
  expect(await app.db.selectFrom('mail_message').select('kind').execute()).toEqual([]);
});

it('uses the address verified by another identity provider', async () => {
  app = await startTestApp({ work: true, pollIntervalSeconds: 0.1 });
  const maya = await app.as('maya@sandbox.test');

  await maya.call(createApiKey, { body: key });

  await waitForSubjects('maya@sandbox.test', ['A new API key can read your analytics']);
  expect((await sentencesOf(maya)).sentences).toEqual(['A new API key can read your analytics.']);
});
