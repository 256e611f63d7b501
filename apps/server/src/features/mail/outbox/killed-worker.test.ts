import { createInvitation } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinAsOperator, startBuiltInApp } from '../../../../test/built-in-sign-in.ts';
import { killSender } from '../../../../test/kill-sender.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { TestClient } from '../../../../test/test-client.ts';

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

function killAt(step: 'recipient' | 'content', state: 'sent' | 'unknown') {
  ahead = 0;
  const email = `${step}@tidemark.test`;
  return killSender(app, {
    address: database.address,
    email,
    step,
    state,
    environment: { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_AUDIENCE: '', MCP_OAUTH: '' },
    send: () => olu.call(createInvitation, { body: { email, role: 'user' } }),
    endLease: () => (ahead = 200_000),
  });
}

it('is replaced if it dies before the message begins: the message arrives once', async () => {
  const { killed, arrived } = await killAt('recipient', 'sent');

  expect(killed).toMatchObject({ state: 'sending', begun_at: null });
  expect(arrived).toBe(1);
});

it('leaves the message unknown if it dies after the message begins: it arrives once', async () => {
  const { killed, arrived } = await killAt('content', 'unknown');

  expect(killed).toMatchObject({ state: 'sending', begun_at: expect.any(Date) });
  expect(arrived).toBe(1);
});
