import { setUserRole } from '@tidemark/contract';
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

it('makes an operator of whom the configuration names, and says so in the log', async () => {
  const theo = await app.as('theo@sandbox.test');
  const cal = await app.as('cal@sandbox.test');

  expect((await theo.load()).user.role).toBe('system-admin');
  expect((await cal.load()).user.role).toBe('user');
  const entries = await app.db.selectFrom('audit_entry').selectAll().execute();
  expect(entries).toMatchObject([{ action: 'user.role', actor_id: null, outcome: 'ok' }]);
});

it('believes no e-mail that the provider has not verified', async () => {
  const unverified = await clientWith({ sub: 'thief', email: 'new@example.test', email_verified: false });
  const silent = await clientWith({ sub: 'silent', email: 'new@example.test', email_verified: null });
  const verified = await clientWith({ sub: 'owner', email: 'new@example.test', email_verified: true });

  expect((await unverified.load()).user.role).toBe('user');
  expect((await silent.load()).user.role).toBe('user');
  expect((await verified.load()).user.role).toBe('system-admin');
});

it('leaves it at that when the role is taken away', async () => {
  const theo = await app.as('theo@sandbox.test');
  const { user } = await theo.load();
  const olu = await app.as('olu@sandbox.test');

  await olu.call(setUserRole, { params: { userId: user._id }, body: { role: 'user' } });

  expect((await theo.load()).user.role).toBe('user');
});
