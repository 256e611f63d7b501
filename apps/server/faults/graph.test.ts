import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp, type FaultRule } from '../test/faults.ts';

const batchFails: [string, Partial<FaultRule>] = [
  'a batch that fails as a whole',
  { fault: 'batch-envelope-500', times: 3, match: { account: undefined } },
];

describe.each([
  { loginAt: 'facebook', inspection: 'debug_token', batchFaults: [batchFails] },
  // It has no batches.
  { loginAt: 'instagram', inspection: '/me\\?', batchFaults: [] },
] as const)('with a login at $loginAt', ({ loginAt, inspection, batchFaults }) => {
  let app: FaultApp;
  beforeAll(async () => (app = await startFaultApp({ loginAt })));
  afterAll(() => app.close());
  afterEach(() => app.strike(null));

  describe('a temporary failure', () => {
    it.each<[string, Partial<FaultRule>]>([
      ['an unknown error', { fault: 'unknown', times: 4 }],
      ['a service that is down', { fault: 'service', times: 4 }],
      ['an empty 502', { fault: 'empty-502', times: 3 }],
      ['an answer that is no JSON', { fault: 'malformed-json', times: 2 }],
      ['an answer of 20 MB', { fault: 'huge-body', times: 1 }],
      ...batchFaults,
      ['a page too heavy to answer', { fault: 'reduce-data', times: 2, match: { path: '/media' } }],
      ['an answer that hangs', { fault: 'hang', times: 1 }],
      ['an answer that drips', { fault: 'drip', times: 1 }],
    ])('%s costs a few retries and no data', async (_, rule) => {
      const account = app.fresh();
      await app.strike(account, [rule]);

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
        await app.logIn(account);
        await app.strike(account, [
          { fault: 'token', params: { subcode }, match: { path: 'insights' } },
          { fault: 'token', params: { subcode }, match: { path: inspection, account: undefined } },
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
        await app.logIn(account);
        await app.recover(account);
        await app.expectTruth(account);
      },
    );
  });
});
