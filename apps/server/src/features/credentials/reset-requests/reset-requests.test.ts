import { createInvitation } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  goodPassword,
  joinAsOperator,
  openSignInBrowser,
  operator,
  startBuiltInApp,
} from '../../../../test/built-in-sign-in.ts';
import { listMail, type ReceivedMail, takeLinkFrom, waitForMail } from '../../../../test/mailbox.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { until } from '../../../../test/until.ts';

let app: TestApp;
let olu: TestClient;
let now = new Date();

beforeAll(async () => {
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1, clock: () => now });
  olu = await joinAsOperator(app);
});
afterEach(async () => {
  now = new Date(now.getTime() + 3_700_000);
  await app.control('mail/messages', { method: 'DELETE' });
});
afterAll(() => app.close());

const ask = (email: string, headers?: Record<string, string>) =>
  openSignInBrowser(app).post('/credentials/reset-request', { email }, headers);
/** Waits for the mail with a sign-in link (notices arrive between) and returns the link's token. */
const findToken = async (email: string) => {
  const holdsToken = (mail: ReceivedMail) => takeLinkFrom(mail).hash !== '';
  return takeLinkFrom(await waitForMail(app, email, holdsToken)).hash.slice(1);
};
const countOpen = async () =>
  (await app.db.selectFrom('reset_request').select('request_id').where('answered_at', 'is', null).execute()).length;

it('mails an invitation and shows its link to the operator', async () => {
  const { link, isMailed } = await olu.call(createInvitation, {
    body: { email: 'new@tidemark.test', name: '<b>Ann</b>', role: 'user' },
  });
  const mail = await waitForMail(app, 'new@tidemark.test');

  expect(isMailed).toBe(true);
  expect(takeLinkFrom(mail).href).toBe(link);
  expect(mail.html).toContain('&lt;b&gt;Ann&lt;/b&gt;');
  expect(mail.html).not.toContain('<b>Ann');
  const names = mail.headers.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(expect.arrayContaining(['date', 'message-id', 'auto-submitted']));
  expect(names).not.toContain('list-unsubscribe');
});

it('sends a link that sets a new password once', async () => {
  await ask(operator.email.toUpperCase());
  const token = await findToken(operator.email);
  const browser = openSignInBrowser(app);

  const used = await browser.post('/credentials/link/use', { token, password: 'seven calm otters swim' });
  const again = await browser.post('/credentials/link/use', { token, password: goodPassword });

  expect(used.status).toBe(200);
  expect(again.code).toBe('link_invalid');
  expect(await browser.signInWith({ email: operator.email, password: 'seven calm otters swim' })).toContain('/');
});

it('answers the same for an unknown address, without sending a mail', async () => {
  const known = await ask(operator.email);
  const unknown = await ask('nobody@tidemark.test');
  await until(countOpen, (count) => count === 0);
  // A notice about the new password may arrive first; the link must not arrive in the next test.
  await findToken(operator.email);

  expect(unknown).toEqual(known);
  expect(await listMail(app, 'nobody@tidemark.test')).toEqual([]);
});

it('voids the earlier link when a new link is sent', async () => {
  await ask(operator.email);
  const first = await findToken(operator.email);
  await app.control('mail/messages', { method: 'DELETE' });
  await ask(operator.email);
  const second = await findToken(operator.email);
  const browser = openSignInBrowser(app);

  expect((await browser.post('/credentials/link/inspect', { token: first })).code).toBe('link_invalid');
  expect((await browser.post('/credentials/link/inspect', { token: second })).status).toBe(200);
  now = new Date(now.getTime() + 2 * 3_600_000);
  expect((await browser.post('/credentials/link/inspect', { token: second })).code).toBe('link_invalid');
});

it('sends at most three links per address an hour, however many are requested', async () => {
  const answers = [];
  for (let count = 0; count < 6; count += 1) answers.push((await ask(operator.email)).status);
  await until(countOpen, (count) => count === 0);
  await until(
    () => listMail(app, operator.email),
    ({ length }) => length === 3,
  );

  expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
});

it('sends nothing to an address that the user entered without verification', async () => {
  await app.db.updateTable('local_identity').set({ is_email_verified: false }).execute();

  await ask(operator.email);
  await until(countOpen, (count) => count === 0);

  expect(await app.db.selectFrom('mail_message').select('state').where('state', '=', 'queued').execute()).toEqual([]);
  expect(await listMail(app, operator.email)).toEqual([]);
  await app.db.updateTable('local_identity').set({ is_email_verified: true }).execute();
});

it("stores neither a mail's link nor its content in plain text", async () => {
  await ask(operator.email);
  const token = await findToken(operator.email);
  await until(async () => {
    // On a busy machine, a message may need a second attempt.
    now = new Date(now.getTime() + 60_000);
    return (await app.db.selectFrom('mail_message').select('state').execute()).every(({ state }) => state === 'sent');
  });

  const rows = await app.db.selectFrom('mail_message').selectAll().execute();

  expect(rows.every(({ content_encrypted }) => content_encrypted === null)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('rejects requests from another site', async () => {
  expect((await ask(operator.email, { origin: 'https://elsewhere.test' })).code).toBe('cross_site_request');
});
