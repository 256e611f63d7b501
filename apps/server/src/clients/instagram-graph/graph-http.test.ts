import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestGraph, type TestGraph } from '../../../test/start-test-graph.ts';
import { createBusinessLogin } from './business-login.ts';
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

describe('an answer of Meta', () => {
  it.each([
    ['drips a letter at a time', 'drip', { millis: 400 }],
    ['never comes', 'hang', {}],
    ['stops after its headers', 'drip', { millis: 60_000 }],
  ])('that %s is given up when its time is over', async (_, name, params) => {
    await fault(name, params);
    const startedAt = performance.now();

    await expect(me(graph({ patienceSeconds: 1 }))).rejects.toMatchObject({ kind: 'transient' });

    expect(performance.now() - startedAt).toBeLessThan(2500);
  });

  it('that is far too large is not read to its end, and leaves the memory as it was', async () => {
    await fault('huge-body', { bytes: 60_000_000 });
    const http = graph();
    await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });
    const before = process.memoryUsage().arrayBuffers;

    for (let call = 0; call < 5; call += 1) await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });

    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  });

  it.each(['html-502', 'empty-502', 'connection-reset', 'truncated-json', 'malformed-json'])(
    'that is spoiled (%s) is one to try again, the third time too',
    async (name) => {
      await fault(name);
      const http = graph();

      for (let call = 0; call < 3; call += 1) await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });
    },
  );
});

describe('what Meta tells of its limits', () => {
  it('is passed on after every reply', async () => {
    const told: GraphUsage[] = [];
    await fault('usage', { percent: 97 });

    await me(graph({ onUsage: (usage) => told.push(usage) }));

    expect(told).toEqual([{ app: 97, accounts: [] }]);
  });

  it('is passed on with a refusal too, and says how long to wait, inside a batch as well', async () => {
    const told: GraphUsage[] = [];
    const http = graph({ onUsage: (usage) => told.push(usage) });
    const [account] = await createBusinessLogin(http).listAccounts(token);
    const accountId = account?.id ?? '';
    await fault('account-limit', { minutes: 7 });
    told.length = 0;

    const alone = http.get({ token, accountId }, accountId, { fields: 'media_count' });
    await expect(alone).rejects.toMatchObject({ kind: 'throttle-account', retryAfterSeconds: 7 * 60 });
    const [item] = await http.batch({ token, accountId }, [{ path: accountId, parameters: { fields: 'media_count' } }]);

    expect(item).toMatchObject({ ok: false, failure: { kind: 'throttle-account', retryAfterSeconds: 7 * 60 } });
    expect(told).toHaveLength(2);
    expect(told[0]?.accounts).toMatchObject([{ accountId, regainMinutes: 7 }]);
  });
});

describe('a host that fails', () => {
  it('is left alone once half of twenty calls failed, without a request', async () => {
    let requests = 0;
    const http = graph({ onCalls: () => (requests += 1) });
    await fault('html-502');
    for (let call = 0; call < 20; call += 1) await me(http).catch(() => undefined);

    const refused = me(http);

    await expect(refused).rejects.toMatchObject({ kind: 'transient' });
    expect(requests).toBe(20);
  });

  it('is tried again after half a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const http = graph();
    await fault('html-502');
    for (let call = 0; call < 20; call += 1) await me(http).catch(() => undefined);
    await world.control('faults', { rules: [] });
    await expect(me(http)).rejects.toMatchObject({ kind: 'transient' });

    vi.advanceTimersByTime(30_000);

    expect(await me(http)).toMatchObject({ id: expect.any(String) });
  });

  it('is not one that refuses', async () => {
    let requests = 0;
    const http = graph({ onCalls: () => (requests += 1) });
    await fault('app-limit');

    for (let call = 0; call < 25; call += 1) await expect(me(http)).rejects.toMatchObject({ kind: 'throttle-app' });

    expect(requests).toBe(25);
  });
});
