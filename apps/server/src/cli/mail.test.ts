import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { addRecipient, type DigestSchedule, listRecipients, sendTestDigest } from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listMail, type ReceivedMail } from '../../test/mailbox.ts';
import { toUrl } from '../../test/read-rows.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { TestClient } from '../../test/test-client.ts';
import { until } from '../../test/until.ts';
import { startSynced } from '../../test/world.ts';

const reader = 'theo@sandbox.test';
const schedule: DigestSchedule = {
  isOn: true,
  cadence: 'weekly',
  weekday: 1,
  monthDay: 1,
  hour: 8,
  timeZone: 'UTC',
  accountIds: null,
};
const day = 86_400_000;
const metricsToken = 'only-for-this-test';
let app: TestApp;
let client: TestClient;
let environment: Record<string, string | undefined>;
let drop: () => Promise<unknown>;
let recipientId: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const returnPath = { MAIL_RETURN_PATH: 'bounces@sandbox.test' };
  app = await startTestApp({
    address: database.address,
    pollIntervalSeconds: 0.1,
    environment: { ...returnPath, METRICS_TOKEN: metricsToken },
  });
  ({ client } = await startSynced(app, reader, { plan: 'starter' }));
  environment = {
    ...process.env,
    ...app.sandbox.environment,
    ...returnPath,
    NODE_ENV: 'test',
    SANDBOX: 'off',
    DATABASE_URL: toUrl(database.address),
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  };
});
beforeEach(async () => {
  await app.db.deleteFrom('recipient').execute();
  ({ id: recipientId } = await client.call(addRecipient, { body: { address: reader, subscriptions: ['digest'] } }));
});
afterAll(async () => {
  await app.close();
  await drop();
});

/** Pipes a message to the command, as a mail server does. */
async function pipe(message: string, args: string[] = []): Promise<string> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'mail', 'bounce', ...args], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(message);
  return text(child.stdout);
}

async function send(): Promise<ReceivedMail> {
  const before = (await listMail(app, reader)).length;
  await client.call(sendTestDigest, { body: { schedule, recipientId } });
  const mails = await until(
    () => listMail(app, reader),
    (list) => list.length > before,
  );
  await until(
    () => app.db.selectFrom('mail_message').select('message_id').where('state', '=', 'sending').execute(),
    (rows) => rows.length === 0,
  );
  const [mail] = mails;
  if (!mail) throw new Error('It has arrived');
  return mail;
}

/** Returns the message as bounced by a server that had accepted it. */
async function takeReturned({ id }: ReceivedMail, action = 'failed'): Promise<string> {
  return (await fetch(`${app.sandbox.url}/_sandbox/mail/${id}/returned?action=${action}`)).text();
}

const read = async () => (await client.call(listRecipients, {})).recipients[0];
const countFailures = async () =>
  (await app.db.selectFrom('recipient').select('failures').executeTakeFirstOrThrow()).failures;

it('disables an address after three bounced messages in a row, each counted once', async () => {
  for (const count of [1, 2, 3]) {
    const returned = await takeReturned(await send());

    // There is more behind the report than is read.
    expect(await pipe(`${returned}${'x'.repeat(3 * 1024 * 1024)}`)).toContain('Recorded');
    expect(await pipe(returned)).toContain('Nothing was recorded');
    expect(await countFailures()).toBe(count);
  }

  expect(await read()).toMatchObject({ state: 'disabled' });
  expect(JSON.stringify(await read())).toContain('550 5.1.1 No such mailbox');
});

it('disables no address for rejected content, and shows operators the number', async () => {
  for (let count = 0; count < 3; count += 1) {
    const returned = await takeReturned(await send());
    expect(await pipe(returned.replaceAll('5.1.1', '5.7.1'))).toContain('Recorded');
  }

  const metrics = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(await read()).toMatchObject({ state: 'confirmed', lastFailure: null });
  expect(await metrics.text()).toContain('\ntidemark_mail_refused 3\n');
});

it('ignores delays, forged reports and reports for another address', async () => {
  const mail = await send();
  const returned = await takeReturned(mail);

  expect(await pipe(await takeReturned(mail, 'delayed'))).toContain('does not report a permanent failure');
  expect(
    await pipe(returned.replace(/\+[0-9a-f]{32}@/, `+${'0'.repeat(12)}4${'0'.repeat(3)}8${'0'.repeat(15)}@`)),
  ).toContain('does not match any message');
  expect(await pipe(returned, ['bounces@sandbox.test'])).toContain('does not match any message');
  expect(await countFailures()).toBe(0);
});

it('resets the count if mail does not bounce for a day', async () => {
  await pipe(await takeReturned(await send()));
  await send();
  expect(await countFailures()).toBe(1);
  const longAgo = new Date(Date.now() - 2 * day);
  await app.db.updateTable('mail_message').set({ finished_at: longAgo }).where('state', '=', 'sent').execute();
  await app.db
    .updateTable('recipient')
    .set({ bounced_at: new Date(longAgo.getTime() - day) })
    .execute();

  await send();

  expect(await countFailures()).toBe(0);
});
