import { setTimeout as sleep } from 'node:timers/promises';
import { deleteUser, setUserRole } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ work: false, environment: { OPERATOR_EMAILS: 'Theo@sandbox.test, new@example.test' } });
});
afterAll(() => app.close());

async function clientWith(claims: Record<string, unknown>) {
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({ email: 'cal@sandbox.test', overrides: { claims } }),
  });
  return createTestClient(app.url, accessToken);
}

it('promotes a user from OPERATOR_EMAILS and audits the promotion', async () => {
  const theo = await app.as('theo@sandbox.test');
  const cal = await app.as('cal@sandbox.test');

  expect((await theo.load()).user.role).toBe('system-admin');
  expect((await cal.load()).user.role).toBe('user');
  const entries = await app.db.selectFrom('audit_entry').selectAll().execute();
  expect(entries).toMatchObject([{ action: 'user.role', actor_id: null, outcome: 'ok' }]);
});

it('ignores an email the provider has not verified', async () => {
  const unverified = await clientWith({ sub: 'thief', email: 'new@example.test', email_verified: false });
  const silent = await clientWith({ sub: 'silent', email: 'new@example.test', email_verified: null });
  const verified = await clientWith({ sub: 'owner', email: 'new@example.test', email_verified: true });

  expect((await unverified.load()).user.role).toBe('user');
  expect((await silent.load()).user.role).toBe('user');
  expect((await verified.load()).user.role).toBe('system-admin');
});

it('does not promote a listed user again after a demotion, even after account deletion', async () => {
  const listed = { sub: 'listed', email: 'new@example.test', email_verified: true };
  const client = await clientWith(listed);
  const { user } = await client.load();
  expect(user.role).toBe('system-admin');
  const olu = await app.as('olu@sandbox.test');
  await olu.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } });

  await client.call(deleteUser, { body: { confirm: 'DELETE' } });

  await sleep(1_100); // tokens have a resolution of one second
  expect((await (await clientWith(listed)).load()).user.role).toBe('user');
});

it('does not restore a revoked role', async () => {
  const theo = await app.as('theo@sandbox.test');
  const { user } = await theo.load();
  const olu = await app.as('olu@sandbox.test');

  await olu.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } });

  expect((await theo.load()).user.role).toBe('user');
});
