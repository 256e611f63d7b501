import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    work: false,
    environment: { RATE_LIMIT_PER_IP: '300', RATE_LIMIT_PER_USER: '60' },
  });
});
afterAll(() => app.close());

it('returns 429 and a retry time to a user over the limit, and serves other users normally', async () => {
  const { token } = await app.as('theo@sandbox.test');
  const { token: other } = await app.as('maya@sandbox.test');
  const ask = (bearer: string) =>
    fetch(`${app.url}/api/v1/account/list`, { headers: { authorization: `Bearer ${bearer}` } });
  for (let attempt = 0; attempt < 60; attempt += 1) expect((await ask(token)).status).toBe(200);

  const refused = await ask(token);

  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ success: false, error: { code: 'too_many_requests' } });
  expect((await ask(other)).status).toBe(200);
});

it('ignores forwarded IPs unless a proxy is trusted', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const pretended = `10.${attempt % 250}.0.1`;
    const answer = await fetch(`${app.url}/api/v1/health`, {
      headers: { 'x-forwarded-for': pretended, 'x-real-ip': pretended, forwarded: `for=${pretended}` },
    });
    statuses.push(answer.status);
    await answer.body?.cancel();
  }

  expect(statuses).toContain(429);
});
