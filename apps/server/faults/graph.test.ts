import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../test/faults.ts';
import { connect } from '../test/world.ts';

let app: FaultApp;
beforeAll(async () => (app = await startFaultApp()));
afterAll(() => app.close());
afterEach(() => app.strike(null));

describe('a temporary failure', () => {
  it.each([
    ['an unknown error', [{ fault: 'unknown' as const, times: 4 }]],
    ['a service that is down', [{ fault: 'service' as const, times: 4 }]],
    ['an empty 502', [{ fault: 'empty-502' as const, times: 3 }]],
    ['an answer that is no JSON', [{ fault: 'malformed-json' as const, times: 2 }]],
    ['an answer of 20 MB', [{ fault: 'huge-body' as const, times: 1 }]],
    [
      'a batch that fails as a whole',
      [{ fault: 'batch-envelope-500' as const, times: 3, match: { account: undefined } }],
    ],
    ['a page too heavy to answer', [{ fault: 'reduce-data' as const, times: 2, match: { path: '/media' } }]],
    ['an answer that hangs', [{ fault: 'hang' as const, times: 1 }]],
    ['an answer that drips', [{ fault: 'drip' as const, times: 1 }]],
  ])('%s costs a few retries and no data', async (_, rules) => {
    const account = app.fresh();
    await app.strike(account, rules);

    await app.begin(account);
    expect(await app.struck()).toBeGreaterThan(0);
    await app.strike(null);
    await app.recover(account);

    await app.expectTruth(account);
  });

  it('is given up after five attempts at a page, reported, and retried later', async () => {
    const account = app.fresh();
    await app.strike(account, [{ fault: 'service' }]);
    await app.listCalls(account);

    await app.begin(account);

    expect((await app.listCalls(account)).requests).toBeLessThanOrEqual(5);
    const { problem, next_sync_at: next } = await app.getState(account);
    expect(problem?.code).toBe('meta_unavailable');
    expect(Number(next) - app.time.now().getTime()).toBe(300_000);
    await app.strike(null);
    await app.recover(account);
    await app.expectTruth(account);
  });
});

describe('a throttle', () => {
  it.each([
    ['of the page', 'page-limit'],
    ['of the user', 'user-limit'],
    ['of the app', 'app-limit'],
    ['that Meta made for the case', 'custom-limit'],
  ] as const)('%s stops all calls until it is over, and loses no data', async (_, fault) => {
    const account = app.fresh();
    await app.strike(account, [{ fault, times: 1, match: { path: 'insights' } }]);

    await app.begin(account);

    const { problem, next_sync_at: next } = await app.getState(account);
    expect(problem).toMatchObject({ code: 'rate_limited', until: next?.toISOString() });
    await app.listCalls(account);
    app.time.moveTo(new Date(Number(next) - 1000));
    await app.read(account);
    expect(await app.listCalls(account)).toEqual({ requests: 0, calls: 0 });
    app.time.moveTo(new Date(Number(next) + 60_000));
    await app.recover(account);
    await app.expectTruth(account);
  });
});

describe('a login that ends during a sync', () => {
  it.each([458, 459, 460, 464, 467])(
    'is not retried, retains stored data, and resumes after reconnecting: subcode %i',
    async (subcode) => {
      const account = app.fresh();
      await app.strike(account, [
        { fault: 'token', params: { subcode }, match: { path: 'insights' } },
        { fault: 'token', params: { subcode }, match: { path: 'debug_token', account: undefined } },
      ]);
      await app.listCalls(account);

      await app.begin(account);

      const { problem, next_sync_at: next } = await app.getState(account);
      expect(problem?.code).toBe('reconnect_required');
      expect(next).toBeNull();
      const { requests } = await app.listCalls(account);
      await app.strike(null);
      await app.read(account);
      expect((await app.listCalls(account)).requests).toBe(0);
      expect(requests).toBeLessThan(6);
      await connect(app, await app.as('ines@sandbox.test'), 'ines@sandbox.test');
      await app.recover(account);
      await app.expectTruth(account);
    },
  );
});
