import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestGraph, type TestGraph } from '../../../../test/start-test-graph.ts';
import { createBusinessLogin } from './business-login.ts';
import { readAll } from './batch-reads.ts';
import type { GraphHttp, GraphOptions } from './graph-http.ts';
import type { GraphUsage } from './graph-usage.ts';

let world: TestGraph;
let token: string;
beforeAll(async () => {
  world = await startTestGraph();
  const { code } = await world.control<{ code: string }>('meta/code', { email: 'maya@sandbox.test' });
  ({ token } = await createBusinessLogin(graph()).exchangeCode(code));
});
afterEach(async () => {
  vi.useRealTimers();
  await world.control('faults', { rules: [] });
});
afterAll(() => world.close());

const graph = (options: Partial<GraphOptions> = {}) => world.connect(options);
const fault = (name: string, params = {}) => world.control('faults', { rules: [{ fault: name, params }] });
const me = (http: GraphHttp) => http.get({ token, accountId: null }, 'me', { fields: 'id' });

describe('a Meta response', () => {
  it.each([
    ['drips a letter at a time', 'drip', { millis: 400 }],
    ['never comes', 'hang', {}],
    ['stops after its headers', 'drip', { millis: 60_000 }],
  ])('times out when it %s', async (_, name, params) => {
    await fault(name, params);
    const startedAt = performance.now();

    await expect(me(graph({ patienceSeconds: 1 }))).rejects.toMatchObject({ kind: 'transient' });

    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('is truncated and does not fill memory if it is far too large', async () => {
    await fault('huge-body', { bytes: 60_000_000 });
    const http = graph();
    await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });
    const before = process.memoryUsage().arrayBuffers;

    for (let call = 0; call < 5; call += 1) await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });

    // Five times the 10 MiB that are read at most, if nothing was collected yet; 300 MB were sent.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80_000_000);
  });

  it.each(['html-502', 'empty-502', 'connection-reset', 'truncated-json', 'malformed-json'])(
    'is transient if corrupted (%s), even the third time',
    async (name) => {
      await fault(name);
      const http = graph();

      for (let call = 0; call < 3; call += 1) await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });
    },
  );
});

describe('Meta’s usage headers', () => {
  it('are reported after every response', async () => {
    const reported: GraphUsage[] = [];
    await fault('usage', { percent: 97 });

    await me(graph({ onUsage: (usage) => reported.push(usage) }));

    expect(reported).toEqual([{ app: 97, accounts: [] }]);
  });

  it('are reported for errors with the time to wait, even inside a batch', async () => {
    const reported: GraphUsage[] = [];
    const http = graph({ onUsage: (usage) => reported.push(usage) });
    const [account] = await createBusinessLogin(http).listAccounts(token);
    const accountId = account?.id ?? '';
    await fault('account-limit', { minutes: 7 });
    reported.length = 0;

    const alone = http.get({ token, accountId }, accountId, { fields: 'media_count' });
    await expect(alone).rejects.toMatchObject({ kind: 'throttle-account', retryAfterSeconds: 7 * 60 });
    const [item] = await http.batch({ token, accountId }, [{ path: accountId, parameters: { fields: 'media_count' } }]);

    expect(item).toMatchObject({ ok: false, failure: { kind: 'throttle-account', retryAfterSeconds: 7 * 60 } });
    // Once for the single call, and for the batch on its envelope or on its item.
    expect(reported.length).toBeGreaterThanOrEqual(2);
    for (const { accounts } of reported)
      expect(accounts).toContainEqual(expect.objectContaining({ accountId, regainMinutes: 7 }));
  });
});

describe('a Graph API batch', () => {
  async function accountId(http: ReturnType<typeof graph>): Promise<string> {
    const [account] = await createBusinessLogin(http).listAccounts(token);
    return account?.id ?? '';
  }
  const reads = (id: string, count: number) =>
    Array.from({ length: count }, () => ({ path: id, parameters: { fields: 'media_count' } }));

  it('reports usage contained only in its items', async () => {
    const reported: GraphUsage[] = [];
    const http = graph({ onUsage: (usage) => reported.push(usage) });
    const id = await accountId(http);
    await world.control('faults', { rules: [{ fault: 'batch-headers-inside' }] });
    reported.length = 0;

    await http.batch({ token, accountId: id }, reads(id, 2));

    expect(reported.length).toBeGreaterThan(0);
    expect(reported.flatMap(({ accounts }) => accounts.map((usage) => usage.accountId))).toContain(id);
  });

  it('retries items individually if they ran out of time at Meta', async () => {
    let requests = 0;
    const http = graph({ onCalls: () => (requests += 1) });
    const id = await accountId(http);
    await world.control('faults', { rules: [{ fault: 'null-batch-item', times: 3 }] });
    requests = 0;

    const items = await readAll(http, { token, accountId: id }, reads(id, 20));

    expect(items.every(({ ok }) => ok)).toBe(true);
    expect(requests).toBe(1 + 3);
  });

  it('is halved if it takes too long', async () => {
    const sizes: number[] = [];
    const http = graph({ onCalls: ({ calls }) => sizes.push(calls), patienceSeconds: 1 });
    const id = await accountId(http);
    await world.control('faults', { rules: [{ fault: 'hang', match: { path: 'batch' }, times: 1 }] });
    sizes.length = 0;

    const items = await readAll(http, { token, accountId: id }, reads(id, 40));

    expect(items.filter(({ ok }) => ok)).toHaveLength(40);
    expect(sizes).toEqual([40, 20, 20]);
  });
});

describe('a failing host', () => {
  it('gets no requests once half of twenty calls failed', async () => {
    let requests = 0;
    const http = graph({ onCalls: () => (requests += 1) });
    await fault('html-502');
    for (let call = 0; call < 20; call += 1) await me(http).catch(() => undefined);

    const refused = me(http);

    await expect(refused).rejects.toMatchObject({ kind: 'transient' });
    expect(requests).toBe(20);
  });

  it('is retried after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const http = graph();
    await fault('html-502');
    for (let call = 0; call < 20; call += 1) await me(http).catch(() => undefined);
    await world.control('faults', { rules: [] });
    await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });

    vi.advanceTimersByTime(30_000);

    expect(await me(http)).toMatchObject({ id: expect.any(String) });
  });

  it('does not include a host that rejects requests', async () => {
    let requests = 0;
    const http = graph({ onCalls: () => (requests += 1) });
    await fault('app-limit');

    for (let call = 0; call < 25; call += 1) await expect(me(http)).rejects.toMatchObject({ kind: 'throttle-app' });

    expect(requests).toBe(25);
  });
});
