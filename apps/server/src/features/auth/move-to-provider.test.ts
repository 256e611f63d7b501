import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openHttpBrowser } from '../../../test/http-browser.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';
import { builtInIssuer } from '../../config/oidc.ts';

const email = 'maya@sandbox.test';
let app: TestApp;

beforeAll(async () => (app = await startTestApp({ work: false })));
beforeEach(async () => {
  await app.db.deleteFrom('app_user').execute();
  await app.db.deleteFrom('identity_role').execute();
  await app.db.deleteFrom('local_identity').execute();
});
afterAll(() => app.close());

/** Adds a user from the time before the installation had another identity provider. */
async function addBuiltInUser({ isEmailVerified = true } = {}): Promise<string> {
  const subject = randomUUID();
  await app.db
    .insertInto('local_identity')
    .values({
      subject,
      email: 'Maya@sandbox.test',
      is_email_verified: isEmailVerified,
      name: 'M',
      created_at: new Date(),
    })
    .execute();
  const { user_id } = await app.db
    .insertInto('app_user')
    .values({ issuer: builtInIssuer, subject, name: 'Maya before', email, role: 'system-admin' })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

async function signIn() {
  const browser = openHttpBrowser(app);
  await browser.signIn(email);
  return createTestClient(app.url, await browser.getToken()).load();
}

it('keeps user, role and data for the same verified address at another provider', async () => {
  const userId = await addBuiltInUser();

  const { user } = await signIn();

  expect(user).toMatchObject({ _id: userId, name: 'Maya before', role: 'system-admin' });
  expect((await signIn()).user).toMatchObject({ _id: userId, role: 'system-admin' });
  expect(await app.db.selectFrom('local_identity').select('subject').execute()).toEqual([]);
  expect(
    await app.db.selectFrom('audit_entry').select('target').where('action', '=', 'user.moved').execute(),
  ).toContainEqual({ target: `user:${userId}` });
});

it('does not match a user by a self-entered, unverified address', async () => {
  const userId = await addBuiltInUser({ isEmailVerified: false });

  const { user } = await signIn();

  expect(user._id).not.toBe(userId);
  expect(user.role).toBe('user');
});
