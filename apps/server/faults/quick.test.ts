import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp, type FaultRule } from '../test/faults.ts';
import { connect, type WorldAccount } from '../test/world.ts';

// The most important faults, which are also part of `npm test`; the others run with `npm run test:faults`.
const twoPages = 55;
let app: FaultApp;
let account: WorldAccount;
beforeAll(async () => (app = await startFaultApp()));
afterAll(() => app.close());
afterEach(async () => {
  await app.strike(null);
  await app.leave(account);
});

it.each<[string, Partial<FaultRule>[]]>([
  ['a page of HTML with 502', [{ fault: 'html-502', times: 2 }]],
  ['a connection that is reset', [{ fault: 'connection-reset', times: 2 }]],
  ['an answer cut short', [{ fault: 'truncated-json', times: 2 }]],
  ['an item of a batch left out', [{ fault: 'null-batch-item', times: 2 }]],
  ['a post that stands on two pages', [{ fault: 'duplicate-media' }]],
  [
    'a post that Instagram hides to slow us down',
    [{ fault: 'missing-object', match: { path: '/(17|18)\\d+' }, times: 12 }],
  ],
])('%s costs time but no data', async (_, rules) => {
  account = app.fresh(twoPages);
  await app.strike(account, rules);

  await app.begin(account);
  expect(await app.struck()).toBeGreaterThan(0);
  await app.strike(null);
  await app.recover(account);

  await app.expectTruth(account);
});

it('reaches the end of a cyclic list', async () => {
  account = app.fresh(twoPages);
  await app.strike(account, [{ fault: 'cursor-loop' }]);
  await app.listCalls(account);

  await app.begin(account);
  await app.recover(account);

  expect(await app.struck()).toBeGreaterThan(1);
  expect((await app.listCalls(account)).requests).toBeLessThan(60);
  await app.strike(null);
  await app.pass(9);
  await app.expectTruth(account);
});

it('a throttle stops all calls until it is over, and loses no data', async () => {
  account = app.fresh(8);
  await app.strike(account, [{ fault: 'account-limit', times: 1, match: { path: 'insights' } }]);

  await app.begin(account);

  const { problem, next_sync_at: next } = await app.getState(account);
  expect(problem).toMatchObject({ code: 'rate_limited', until: next?.toISOString() });
  await app.listCalls(account);
  app.time.moveTo(new Date(Number(next) - 1000));
  await app.read(account);
  expect((await app.listCalls(account)).requests).toBe(0);
  app.time.moveTo(new Date(Number(next) + 60_000));
  await app.recover(account);
  await app.expectTruth(account);
});

it('a login that ends during a sync is not retried, retains stored data, and resumes after reconnecting', async () => {
  account = app.fresh(8);
  const params = { subcode: 463 };
  await app.strike(account, [
    { fault: 'token', params, match: { path: 'insights' } },
    { fault: 'token', params, match: { path: 'debug_token', account: undefined } },
  ]);
  await app.listCalls(account);

  await app.begin(account);

  expect((await app.listCalls(account)).requests).toBeLessThan(6);
  expect(await app.getState(account)).toMatchObject({ next_sync_at: null, problem: { code: 'reconnect_required' } });
  await app.strike(null);
  await connect(app, await app.as('ines@sandbox.test'), 'ines@sandbox.test');
  await app.recover(account);
  await app.expectTruth(account);
});

it('an account without reported metrics shows them as missing, not as zero', async () => {
  account = app.fresh(8);
  await app.strike(account, [{ fault: 'empty-data', match: { path: 'insights' } }]);

  await app.begin(account);

  const rows = await app.db.selectFrom('account_day').selectAll().where('account_id', '=', account.id).execute();
  expect(rows.filter(({ complete, views, reach }) => complete && (views !== null || reach !== null))).toEqual([]);
  const [report] = await app.verify({ accountId: account.id, days: 20 });
  expect(report?.outcome).toBe('same');
});
