import { getSubscription, openPaymentPortal, refreshSubscription } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buy, sellPlans } from '../../../test/payments.ts';
import { until } from '../../../test/until.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
let fiona: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await sellPlans(app);
  fiona = await app.as('fiona@sandbox.test');
  await buy(app, fiona, 'pro');
  await until(own, ({ status }) => status === 'active');
});
afterAll(() => app.close());
afterEach(() => app.control('faults', { method: 'DELETE' }));

const own = () => fiona.call(getSubscription, undefined);
const openPortal = (returnUrl = '/profile') => fiona.call(openPaymentPortal, { query: { returnUrl } });
const stripeCalls = async () =>
  (await app.control<{ entries: { method: string; path: string }[] }>('payments/ledger')).entries.map(
    ({ method, path }) => `${method} ${path}`,
  );
const fault = (rule: object) =>
  app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ match: { path: '^/v1/' }, ...rule }] }) });

describe('billing portal', () => {
  it.each([
    'https://evil',
    '//evil',
    '/\\evil',
    'https:evil',
    'https://app@evil',
    'https://app.evil',
    'http://app',
    'javascript:1',
    '/\r\nX:1',
    '%0d%0aX:1',
    'https://localhost:444',
    'http://user@localhost',
    ' /profile',
    'profile',
  ])('rejects the return URL %s without requesting a page from the provider', async (returnUrl) => {
    const address = returnUrl === 'http://user@localhost' ? app.url.replace('//', '//user@') : returnUrl;
    await app.control('payments/ledger', { method: 'DELETE' });

    await expect(openPortal(address)).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('returnUrl') },
    });

    // Ignores fetches, which earlier events may still cause.
    expect((await stripeCalls()).filter((made) => !made.startsWith('GET '))).toEqual([]);
  });

  it('accepts a path or URL of this app as return URL and creates a new page each time', async () => {
    const first = await openPortal('/settings?x=1');
    const second = await openPortal(`${app.url}/settings`);

    expect(first.url).toMatch(/\/p\/session\/test_/);
    expect(second.url).not.toBe(first.url);
    expect(await (await fetch(first.url)).text()).toContain(`href="${app.url}/settings?x=1"`);
  });

  it.each([{ fault: 'service' }, { fault: 'connection-reset' }, { fault: 'html-502' }, { fault: 'token' }])(
    'reports in one sentence that the provider is not responding: $fault',
    async (rule) => {
      const before = await own();
      await fault(rule);

      await expect(openPortal()).rejects.toMatchObject({ status: 503, code: 'payment_unavailable' });

      await expect(fiona.call(refreshSubscription, { body: {} })).rejects.toMatchObject({ status: 503 });
      expect(await own()).toEqual(before);
    },
    30_000,
  );

  it('retries a brief provider failure', async () => {
    await fault({ fault: 'service', times: 2 });

    expect((await openPortal()).url).toContain('/p/session/');
  });
});
