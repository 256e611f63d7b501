import { createInvitation } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { joinAsOperator, startBuiltInApp } from '../../../../test/built-in-sign-in.ts';
import { listMail, waitForMail } from '../../../../test/mailbox.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { until } from '../../../../test/until.ts';

let app: TestApp;
let olu: TestClient;
let now = new Date();
let count = 0;

beforeAll(async () => {
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1, clock: () => now });
  olu = await joinAsOperator(app);
});
afterEach(() => app.control('faults', { method: 'DELETE' }));
afterAll(() => app.close());

/** Queues a mail to a new address. */
async function invite(fault: string | null = null, params: Record<string, number> = {}, times = 1): Promise<string> {
  count += 1;
  const email = `guest-${count}@tidemark.test`;
  if (fault)
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({ rules: [{ fault, match: { person: email }, params, times }] }),
    });
  await olu.call(createInvitation, { body: { email, role: 'user' } });
  return email;
}
const read = (email: string) =>
  app.db.selectFrom('mail_message').selectAll().where('address', '=', email).executeTakeFirstOrThrow();
const waitFor = (email: string, state: string) =>
  until(
    () => read(email),
    (row) => row.state === state,
  );
const waitForAttempt = (email: string) =>
  until(
    () => read(email),
    (row) => row.state === 'queued' && row.attempts > 0,
  );
const pass = (millis: number) => (now = new Date(now.getTime() + millis));

it('retries later when the server asks for it', async () => {
  const email = await invite('mail-greylist');
  expect(await waitForAttempt(email)).toMatchObject({ attempts: 1, problem: expect.stringContaining('Greylisted') });
  expect(await listMail(app, email)).toEqual([]);

  pass(61_000);

  expect(await waitFor(email, 'sent')).toMatchObject({ attempts: 2, content_encrypted: null, problem: null });
  expect(await listMail(app, email)).toHaveLength(1);
});

it('retries when the server defers the message', async () => {
  const email = await invite('mail-defer-content');
  await waitForAttempt(email);

  pass(61_000);

  await waitFor(email, 'sent');
  expect(await listMail(app, email)).toHaveLength(1);
});

it.each(['mail-unknown-recipient', 'mail-refuse-content'])(
  'gives up after a permanent rejection: %s',
  async (fault) => {
    const email = await invite(fault);

    const row = await waitFor(email, 'failed');

    expect(row).toMatchObject({
      attempts: 1,
      content_encrypted: null,
      is_refused: fault === 'mail-refuse-content',
    });
    expect(row.problem).not.toBeNull();
  },
);

it('waits while the mail server is down', async () => {
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'mail-down', times: 50 }] }) });
  const email = await invite();
  await waitForAttempt(email);
  await app.control('faults', { method: 'DELETE' });

  pass(61_000);

  await waitFor(email, 'sent');
});

it('never resends after a connection that ended without a response', async () => {
  const email = await invite('mail-cut-after-data');
  const row = await waitFor(email, 'unknown');
  expect(row.begun_at).not.toBeNull();

  pass(300_000);
  // Later mail is sent, so this message would have been too.
  await waitForMail(app, await invite());

  expect(await listMail(app, email)).toHaveLength(1);
  expect(await read(email)).toMatchObject({ state: 'unknown', attempts: 1, content_encrypted: null });
});

it("sends a killed process's message once if none of it was sent, and otherwise never", async () => {
  const [before = '', after = ''] = await queueInPast(['before', 'after']);
  const lease = { state: 'sending' as const, attempts: 1, lease_until: new Date(now.getTime() - 1) };
  await app.db.updateTable('mail_message').set(lease).where('address', '=', before).execute();
  await app.db
    .updateTable('mail_message')
    .set({ ...lease, begun_at: now })
    .where('address', '=', after)
    .execute();

  await waitFor(before, 'sent');
  await waitFor(after, 'unknown');

  expect(await listMail(app, before)).toHaveLength(1);
  expect(await listMail(app, after)).toEqual([]);
});

it('does not begin a message after another process takes its lease', async () => {
  const [email = ''] = await queueInPast(['overtaken']);
  const other = { state: 'sending' as const, attempts: 7, lease_until: new Date(now.getTime() + 3_600_000) };
  await app.db.updateTable('mail_message').set(other).where('address', '=', email).execute();

  await waitForMail(app, await invite());

  expect(await listMail(app, email)).toEqual([]);
  expect(await read(email)).toMatchObject({ state: 'sending', attempts: 7 });
});

it('sends each message once across several processes', async () => {
  const workers = await Promise.all([app.startWorker(), app.startWorker()]);
  const emails: string[] = [];
  // No more at once than a user's requests are processed; further ones would be rejected on a busy machine.
  while (emails.length < 20) emails.push(...(await Promise.all(Array.from({ length: 4 }, () => invite()))));

  for (const email of emails) await waitFor(email, 'sent');

  for (const email of emails) expect(await listMail(app, email)).toHaveLength(1);
  await Promise.all(workers.map((worker) => worker.close()));
});

/** Queues messages that are not due before the test has changed them. */
async function queueInPast(names: string[]): Promise<string[]> {
  const emails: string[] = [];
  for (const name of names) {
    count += 1;
    const email = `${name}-${count}@tidemark.test`;
    await app.control('faults', {
      method: 'POST',
      body: JSON.stringify({ rules: [{ fault: 'mail-greylist', match: { person: email }, times: 1 }] }),
    });
    await olu.call(createInvitation, { body: { email, role: 'user' } });
    await waitForAttempt(email);
    emails.push(email);
  }
  return emails;
}
