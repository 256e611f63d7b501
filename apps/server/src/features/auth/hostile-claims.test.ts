import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';

let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await startTestApp({ work: false, environment: { OPERATOR_EMAILS: 'operator@example.test' } });
});
afterAll(() => app.close());

async function clientWith(claims: Record<string, unknown>) {
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({
      email: 'cal@sandbox.test',
      overrides: { claims: { sub: `hostile-${(people += 1)}`, ...claims } },
    }),
  });
  return createTestClient(app.url, accessToken);
}

async function nameFor(name: unknown): Promise<string> {
  return (await (await clientWith({ name, preferred_username: 'fallback' })).load()).user.name;
}

it.each([
  ['a NUL', 'The\0o', 'The o'],
  ['a right-to-left override', 'Theo\u202eresu', 'Theo resu'],
  ['lines', ' Theo\r\nOkafor\u2028 ', 'Theo Okafor'],
  ['a lone surrogate', 'Theo \ud800', 'Theo \ufffd'],
  ['nothing visible', '\u202e\u2066 \u0007', 'fallback'],
  ['another type', 17, 'fallback'],
])('cleans a name with %s', async (_, given, stored) => {
  expect(await nameFor(given)).toBe(stored);
});

it('truncates a name to 200 characters without splitting a character', async () => {
  expect(await nameFor('x'.repeat(6_000))).toBe('x'.repeat(200));
  expect(await nameFor('😀'.repeat(300))).toBe('😀'.repeat(200));
});

it.each([
  ['a NUL', 'some\0body@example.test'],
  ['a right-to-left override', 'some\u202ebody@example.test'],
  ['a lone surrogate', 'some\ud800body@example.test'],
  ['more than 254 characters', `${'x'.repeat(250)}@example.test`],
])('stores no claimed email with %s', async (_, email) => {
  const { user } = await (await clientWith({ name: 'Somebody', email, email_verified: true })).load();

  expect(user.email).not.toContain('body@');
  expect(user.email.length).toBeLessThan(255);
});

it('does not turn a hostile email into an address from OPERATOR_EMAILS', async () => {
  const client = await clientWith({ email: 'oper\u202eator@example.test', email_verified: true });

  expect((await client.load()).user.role).toBe('user');
});

it.each([
  ['not an address', 'javascript:alert(1)'],
  ['too long', `https://example.test/${'x'.repeat(3_000)}`],
  ['of two lines', 'https://example.test/a\nb'],
])('stores no picture URL that is %s', async (_, picture) => {
  const { user } = await (await clientWith({ name: 'Somebody', picture })).load();

  expect(user.picture).not.toBe(picture);
  expect(user.picture ?? '').not.toMatch(/javascript|xxx|\n/);
});

it.each([
  ['a NUL', 'some\0body'],
  ['a lone surrogate', 'some\ud800body'],
  ['a right-to-left override', 'some\u202ebody'],
  ['more than 255 characters', 'x'.repeat(256)],
])('rejects a token whose subject has %s', async (_, sub) => {
  await expect((await clientWith({ sub })).load()).rejects.toMatchObject({
    status: 401,
    code: 'unauthenticated',
    body: { message: expect.stringContaining('subject of the token') },
  });
});
