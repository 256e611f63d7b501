import { createApiKey, listAccounts } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ work: false, environment: { RATE_LIMITS: 'apiKey=3/60,allApiKeys=5/60' } });
});
afterAll(() => app.close());

it("limits each key, and a user's keys together, but not the user’s browser", async () => {
  const maya = await app.as('maya@sandbox.test');
  const body = { name: 'Sheet', scopes: ['posts:read' as const], expiresInDays: null };
  const keys = [await maya.call(createApiKey, { body }), await maya.call(createApiKey, { body })];
  const [first, second] = keys.map(({ key }) => createTestClient(app.url, key));
  const useTimes = async (client = first, times = 0) => {
    for (let time = 0; time < times; time += 1) await client?.call(listAccounts, {});
  };

  await useTimes(first, 3);
  await expect(useTimes(first, 1)).rejects.toMatchObject({
    code: 'too_many_requests',
    body: { error: { details: { limit: 'apiKey' } } },
  });
  await useTimes(second, 2);
  await expect(useTimes(second, 1)).rejects.toMatchObject({
    code: 'too_many_requests',
    body: { error: { details: { limit: 'allApiKeys' } } },
  });

  await expect(maya.call(listAccounts, {})).resolves.toBeDefined();
  const cal = await (await app.as('cal@sandbox.test')).call(createApiKey, { body });
  await expect(createTestClient(app.url, cal.key).call(listAccounts, {})).resolves.toBeDefined();
});
