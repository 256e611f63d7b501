import {
  addRecipient,
  confirmRecipient,
  dayMillis,
  listRecipients,
  maxRecipients,
  removeRecipient,
  sendConfirmation,
  setSubscriptions,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listMail, takeLinkFrom, waitForMail } from '../../../../test/mailbox.ts';
import { strangeAddresses } from '../../../../test/strange-input.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../../test/test-client.ts';

let app: TestApp;
let maya: TestClient;
let theo: TestClient;
let now = new Date();

beforeAll(async () => {
  app = await startTestApp({ pollIntervalSeconds: 0.1, clock: () => now });
});
afterAll(() => app.close());
// Moves a day ahead, with new tokens and no recipients.
afterEach(async () => {
  await app.db.deleteFrom('recipient').execute();
  now = new Date(now.getTime() + dayMillis + 1_000);
  await app.control('mail/messages', { method: 'DELETE' });
  await signIn();
});
beforeAll(signIn);

async function signIn() {
  maya = await app.as('maya@sandbox.test');
  theo = await app.as('theo@sandbox.test');
}
const add = (client: TestClient, address: string) =>
  client.call(addRecipient, { body: { address, subscriptions: ['digest'] } });
const findSecret = async (address: string) => takeLinkFrom(await waitForMail(app, address)).hash.slice(1);
const stranger = () => createTestClient(app.url, '');
const confirm = (token: string) => stranger().call(confirmRecipient, { body: { token } });
const stateOf = async (client: TestClient, id: string) =>
  (await client.call(listRecipients, {})).recipients.find((one) => one.id === id)?.state;

it('needs no confirmation for the address verified by the identity provider', async () => {
  expect(await add(maya, 'Maya@sandbox.test')).toMatchObject({ state: 'confirmed', subscriptions: ['digest'] });
  expect(await listMail(app, 'Maya@sandbox.test')).toEqual([]);
});

it.each(strangeAddresses.accepted)('adds %s, and writes to %s', async (address, known) => {
  const recipient = await add(maya, address);

  expect(recipient.address).toBe(known);
  expect(await confirm(await findSecret(known))).toEqual({ address: known });
  await expect(add(maya, known.toUpperCase())).rejects.toMatchObject({ code: 'recipient_exists' });
});

it.each(strangeAddresses.refused.map((text) => [JSON.stringify(text), text]))(
  'rejects %s, and names the field',
  async (_, address) => {
    await expect(add(maya, address)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/ body(\.address)?: /),
    });
  },
);

it('recognises the verified address in another spelling', async () => {
  const claims = { email: 'maya@bücher.example', email_verified: true };
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({ email: 'maya@sandbox.test', overrides: { claims } }),
  });

  expect(await add(createTestClient(app.url, accessToken), 'maya@xn--bcher-kva.example')).toMatchObject({
    state: 'confirmed',
  });
});

it('asks any other recipient to confirm, once', async () => {
  const { id, state } = await add(maya, 'team@tidemark.test');
  const secret = await findSecret('team@tidemark.test');

  expect(state).toBe('unconfirmed');
  expect(await confirm(secret)).toEqual({ address: 'team@tidemark.test' });
  expect(await stateOf(maya, id)).toBe('confirmed');
  await expect(confirm(secret)).rejects.toMatchObject({ code: 'mail_link_invalid' });
  const rows = await app.db.selectFrom('recipient').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

it('confirms only with the newest link, for a week', async () => {
  const { id } = await add(maya, 'team@tidemark.test');
  const first = await findSecret('team@tidemark.test');
  await app.control('mail/messages', { method: 'DELETE' });
  await maya.call(sendConfirmation, { params: { id } });
  const second = await findSecret('team@tidemark.test');

  await expect(confirm(first)).rejects.toMatchObject({ code: 'mail_link_invalid' });
  now = new Date(now.getTime() + 7 * dayMillis);
  await expect(confirm(second)).rejects.toMatchObject({ code: 'mail_link_invalid' });
});

it('rejects guessed secrets', async () => {
  await expect(confirm('a'.repeat(43))).rejects.toMatchObject({ status: 404, code: 'mail_link_invalid' });
  await expect(confirm('short')).rejects.toMatchObject({ status: 400 });
});

it('sends at most three confirmation links per user and address a day, even after removal', async () => {
  const address = 'victim@tidemark.test';
  const { id } = await add(maya, address);
  for (let turn = 0; turn < 2; turn += 1) await maya.call(sendConfirmation, { params: { id } });
  // Messages still queued are deleted with the recipient.
  await expect.poll(async () => (await listMail(app, address)).length, { timeout: 10_000 }).toBe(3);
  await maya.call(removeRecipient, { params: { id } });

  await expect(add(maya, address.toUpperCase())).rejects.toMatchObject({
    status: 429,
    code: 'confirmation_limit_reached',
  });

  expect((await maya.call(listRecipients, {})).recipients).toEqual([]);
});

it('hides from users who else sent links to an address, and sends at most twenty in total', async () => {
  const address = 'sought@tidemark.test';
  const { user } = await theo.load();
  const { id } = await add(theo, address);
  for (let turn = 0; turn < 2; turn += 1) await theo.call(sendConfirmation, { params: { id } });
  await sql`insert into mail_message select (jsonb_populate_record(one, jsonb_build_object(
      'message_id', gen_random_uuid(), 'user_id', null))).*
    from mail_message one, generate_series(1, 5) where user_id = ${user._id} and lower(address) = ${address}`.execute(
    app.db,
  );

  const { id: own } = await add(maya, address);
  await maya.call(sendConfirmation, { params: { id: own } });
  const withheld = await maya.call(sendConfirmation, { params: { id: own } });

  expect(withheld).toMatchObject({ state: 'unconfirmed', confirmationSentAt: now.toISOString() });
  await expect(maya.call(sendConfirmation, { params: { id: own } })).rejects.toMatchObject({
    code: 'confirmation_limit_reached',
  });
  const listStates = () => app.db.selectFrom('mail_message').select('state').where('recipient_id', '=', own).execute();
  await expect
    .poll(async () => (await listStates()).map(({ state }) => state).toSorted(), { timeout: 10_000 })
    .toEqual(['failed', 'sent', 'sent']);
});

it("keeps a user's texts out of mail to unconfirmed recipients", async () => {
  await add(maya, 'stranger@tidemark.test');

  const { subject, text, html } = await waitForMail(app, 'stranger@tidemark.test');

  expect(subject + text + html).not.toMatch(/maya/i);
});

it('allows ten addresses, even with concurrent requests', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: maxRecipients + 3 }, (_, at) => add(maya, `team-${at}@tidemark.test`)),
  );

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxRecipients);
  await expect(add(maya, 'one-more@tidemark.test')).rejects.toMatchObject({ code: 'recipient_limit_reached' });
});

it('stores an address once', async () => {
  await add(maya, 'team@tidemark.test');

  await expect(add(maya, 'TEAM@tidemark.test')).rejects.toMatchObject({ code: 'recipient_exists' });
});

it("neither shows nor changes another user's addresses", async () => {
  const { id } = await add(maya, 'team@tidemark.test');

  expect((await theo.call(listRecipients, {})).recipients).toEqual([]);
  for (const call of [
    () => theo.call(sendConfirmation, { params: { id } }),
    () => theo.call(setSubscriptions, { params: { id }, body: { subscriptions: [] } }),
    () => theo.call(removeRecipient, { params: { id } }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(await stateOf(maya, id)).toBe('unconfirmed');
});

it('sends no mail without a mail server, and reports it', async () => {
  const without = await startTestApp({ work: false, environment: { SMTP_URL: '', MAIL_FROM: '' } });

  await expect(add(await without.as('maya@sandbox.test'), 'team@tidemark.test')).rejects.toMatchObject({
    code: 'mail_off',
  });
  await without.close();
});
