import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';

let offset = 0;
let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false, clock: () => new Date(Date.now() + offset) })));
afterAll(() => app.close());

const fault = (name: string | null) =>
  app.control('faults', { method: 'POST', body: JSON.stringify({ rules: name ? [{ fault: name }] : [] }) });

async function getStatus(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/api/v1/user/load`, { method: 'POST', headers });
  await answer.body?.cancel();
  return answer.status;
}

it("12: accepts a new key's token immediately and soon rejects a removed key's token", async () => {
  const { token: old } = await app.as('theo@sandbox.test');
  expect(await getStatus(old)).toBe(200);
  offset += 31_000;

  await fault('idp-rotated-key');
  const { token: young } = await app.as('theo@sandbox.test');
  expect([await getStatus(young), await getStatus(old)]).toEqual([200, 200]);

  await fault('idp-removed-key');
  expect(await getStatus(young)).toBe(200);
  offset += 301_000;
  // The first call after the keys expire refreshes them in the background.
  await getStatus(young);
  for (const deadline = Date.now() + 5_000; (await getStatus(old)) !== 401 && Date.now() < deadline;) await sleep(50);

  expect([await getStatus(young), await getStatus(old)]).toEqual([200, 401]);
});

it('10: does not repeat requests to an unavailable provider for unknown keys', async () => {
  await fault(null);
  offset += 31_000;
  const { token } = await app.as('theo@sandbox.test');
  const [, payload = ''] = token.split('.');
  const header = (kid: string) => Buffer.from(JSON.stringify({ alg: 'RS256', kid })).toString('base64url');
  expect(await getStatus(token)).toBe(200);
  offset += 31_000;
  const rule = { fault: 'idp-down', match: { path: '/oidc/' } };
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [rule] }) });

  for (let attempt = 0; attempt < 20; attempt += 1)
    expect(await getStatus(`${header(`made-up-${attempt}`)}.${payload}.AAAA`)).toBe(401);

  const { rules } = await app.control<{ rules: { struck: number }[] }>('faults');
  expect(rules.reduce((sum, { struck }) => sum + struck, 0)).toBe(1);
  expect(await getStatus(token)).toBe(200);
});

it('10: rejects an expired token although it was valid a moment ago', async () => {
  await fault(null);
  const body = JSON.stringify({ email: 'theo@sandbox.test', overrides: { lifetimeSeconds: 10 } });
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', { method: 'POST', body });
  expect([await getStatus(accessToken), await getStatus(accessToken)]).toEqual([200, 200]);

  offset += 75_000;

  expect(await getStatus(accessToken)).toBe(401);
});
