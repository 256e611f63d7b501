import { keyScopes } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ work: false });
  // A user exists once they have signed in.
  await (await app.as('maya@sandbox.test')).load();
});
afterAll(() => app.close());

const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

async function orderToken(path: string): Promise<string> {
  const forPrograms = { aud: `${app.url}/mcp`, client_id: 'assistant', scope: keyScopes.join(' ') };
  const overrides = { claims: path === '/mcp' ? forPrograms : {} };
  const body = JSON.stringify({ email: 'maya@sandbox.test', overrides });
  return (await app.control<{ accessToken: string }>('tokens', { method: 'POST', body })).accessToken;
}

async function post(path: string, body: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await orderToken(path)}` };
  const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

it.each([
  ['/api/v1/credentials/passkey/sign-in', (deep: string) => `{"passkey":{"id":"x","r":${deep}}}`],
  ['/api/v1/batch', (deep: string) => `{"calls":[{"method":"POST","path":"/user/load","body":${deep}}]}`],
  ['/mcp', (deep: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":${deep}}}`],
  ['/api/v1/user/load', (deep: string) => deep],
])('rejects bodies of %s that are nested too deeply', async (path, toBody) => {
  for (const levels of [33, 40_000]) {
    const { status, text } = await post(path, toBody(nest(levels)));

    expect(status).toBe(400);
    expect(text).toContain('body: must not be nested more than 32 levels deep');
  }
});

it('accepts bodies of 32 levels', async () => {
  const { text } = await post('/api/v1/batch', `{"calls":[{"method":"POST","path":"/user/load","body":${nest(29)}}]}`);

  expect(text).not.toContain('nested');
});
