import { setTimeout as sleep } from 'node:timers/promises';
import { deleteUser, getOverview, setUserRole } from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../test/test-client.ts';

let app: TestApp;
let claim: string;
let subject: string;
let people = 0;
beforeAll(async () => {
  app = await startTestApp({ work: false });
  claim = app.sandbox.environment['OIDC_ROLES_CLAIM'] ?? '';
});
beforeEach(() => void (subject = `person-${(people += 1)}`));
afterAll(() => app.close());

async function signIn({ hasClaim, ageSeconds = 0 }: { hasClaim: boolean; ageSeconds?: number }): Promise<TestClient> {
  const iat = Math.floor(Date.now() / 1000) - ageSeconds;
  const claims = { sub: subject, iat, [claim]: hasClaim ? ['system-admin'] : [] };
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({ email: 'cal@sandbox.test', overrides: { claims } }),
  });
  return createTestClient(app.url, accessToken);
}

const nextSecond = () => sleep(1_100); // tokens have a resolution of one second

async function listRoleChanges(userId: string) {
  const rows = await app.db
    .selectFrom('audit_entry')
    .select('change')
    .where('action', '=', 'user.role')
    .where('target', '=', `user:${userId}`)
    .orderBy('entry_id')
    .execute();
  return rows.map(({ change }) => change);
}

async function demote(userId: string): Promise<void> {
  const operator = await app.as('olu@sandbox.test');
  await operator.call(setUserRole, { params: { userId }, body: { role: 'user' } });
}

it('audits a promotion by claim', async () => {
  const { user } = await (await signIn({ hasClaim: true })).load();

  expect(user.role).toBe('system-admin');
  expect(await listRoleChanges(user._id)).toEqual([{ role: 'system-admin', before: 'user', by: 'OIDC_ROLES_CLAIM' }]);
});

it('audits a promotion by claim once for ten concurrent first requests', async () => {
  const client = await signIn({ hasClaim: true });

  const loads = await Promise.all(Array.from({ length: 10 }, () => client.load()));

  expect(loads.map(({ user }) => user.role)).toEqual(Array.from({ length: 10 }, () => 'system-admin'));
  expect(await listRoleChanges(loads[0]?.user._id ?? '')).toHaveLength(1);
});

it('does not promote a demoted operator again after account deletion and a new sign-in', async () => {
  const before = await signIn({ hasClaim: true });
  await demote((await before.load()).user._id);
  await expect(before.call(getOverview, {})).rejects.toMatchObject({ status: 403 });
  await before.call(deleteUser, { body: { confirm: 'DELETE' } });
  await nextSecond();

  const after = await signIn({ hasClaim: true });

  const { user } = await after.load();
  expect(user.role).toBe('user');
  await expect(after.call(getOverview, {})).rejects.toMatchObject({ status: 403 });
  expect(await listRoleChanges(user._id)).toEqual([]);
});

it("audits an operator's new promotion after account deletion", async () => {
  const before = await signIn({ hasClaim: true });
  await before.load();
  await before.call(deleteUser, { body: { confirm: 'DELETE' } });
  await nextSecond();

  const { user } = await (await signIn({ hasClaim: true })).load();

  expect(user.role).toBe('system-admin');
  expect(await listRoleChanges(user._id)).toMatchObject([{ role: 'system-admin', before: 'user' }]);
});

it('demotes an operator by claim when a newer token lacks the claim', async () => {
  const before = await signIn({ hasClaim: true, ageSeconds: 30 });
  const { user } = await before.load();
  const after = await signIn({ hasClaim: false });

  await expect(after.call(getOverview, {})).rejects.toMatchObject({ status: 403 });

  await expect(before.call(getOverview, {})).rejects.toMatchObject({ status: 403 });
  expect((await before.load()).user.role).toBe('user');
  expect(await listRoleChanges(user._id)).toEqual([
    { role: 'system-admin', before: 'user', by: 'OIDC_ROLES_CLAIM' },
    { role: 'user', before: 'system-admin', by: 'OIDC_ROLES_CLAIM' },
  ]);
});

it('promotes a user again when the provider issues a newer token with the claim', async () => {
  await (await signIn({ hasClaim: true, ageSeconds: 40 })).load();
  await (await signIn({ hasClaim: false, ageSeconds: 20 })).load();

  const { user } = await (await signIn({ hasClaim: true })).load();

  expect(user.role).toBe('system-admin');
});

it('retains the role of an operator promoted by another operator, regardless of the claim', async () => {
  const client = await signIn({ hasClaim: false });
  const { user } = await client.load();
  const operator = await app.as('olu@sandbox.test');

  await operator.call(setUserRole, { params: { userId: user._id }, body: { role: 'system-admin' } });

  expect((await client.load()).user.role).toBe('system-admin');
});

it('stores no identity for users who were never operators', async () => {
  const count = () => app.db.selectFrom('identity_role').select('identity_hash').execute();
  const before = await count();

  await (await signIn({ hasClaim: false })).load();

  expect(await count()).toHaveLength(before.length);
});
