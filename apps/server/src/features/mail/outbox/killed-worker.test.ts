import { createInvitation } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinAsOperator, startBuiltInApp } from '../../../../test/built-in-sign-in.ts';
import { listMail } from '../../../../test/mailbox.ts';
import { startNode } from '../../../../test/nodes.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { until } from '../../../../test/until.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: TestApp;
let olu: TestClient;
let ahead = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startBuiltInApp({
    work: false,
    address: database.address,
    pollIntervalSeconds: 0.1,
    clock: () => new Date(Date.now() + ahead),
  });
  olu = await joinAsOperator(app);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const read = (email: string) =>
  app.db.selectFrom('mail_message').selectAll().where('address', '=', email).executeTakeFirstOrThrow();
async function hasStruck(): Promise<boolean> {
  const { rules } = await app.control<{ rules: { struck: number }[] }>('faults');
  return rules.some(({ struck }) => struck > 0);
}

/** Kills the process that sends while the mail server is at a step, and lets another one take over. */
async function killAt(step: 'recipient' | 'content', state: 'sent' | 'unknown') {
  ahead = 0;
  const email = `${step}@tidemark.test`;
  const rules = [{ fault: 'mail-slow', match: { person: email }, params: { at: step, millis: 2_000 }, times: 1 }];
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
  await olu.call(createInvitation, { body: { email, role: 'user' } });
  const withoutProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_AUDIENCE: '' };
  const node = await startNode(app, { role: 'work', address: database.address, environment: withoutProvider });
  await until(hasStruck);
  await node.kill();
  const killed = await read(email);

  // Its lease has ended.
  ahead = 200_000;
  const worker = await app.startWorker();
  await until(
    () => read(email),
    (row) => row.state === state,
  );
  await until(
    () => listMail(app, email),
    ({ length }) => length === 1,
  );
  await worker.close();
  return killed;
}

it('is replaced when it dies before the message has begun: the message arrives once', async () => {
  expect(await killAt('recipient', 'sent')).toMatchObject({ state: 'sending', begun_at: null });
});

it('leaves a message unknown when it dies after the message has begun: it arrives once', async () => {
  expect(await killAt('content', 'unknown')).toMatchObject({ state: 'sending', begun_at: expect.any(Date) });
});
