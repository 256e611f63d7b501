import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../../test/faults.ts';
import type { WorldAccount } from '../../../../../test/world.ts';

let app: FaultApp;
let pages: Map<string, string>;
beforeAll(async () => {
  app = await startFaultApp({ sandboxOptions: { crowd: { owner: 'ines', accounts: 12, days: 60 } } });
  const { people } = await app.control<{ people: { accounts: { id: string; pageId: string }[] }[] }>('world');
  pages = new Map(people.flatMap(({ accounts }) => accounts.map(({ id, pageId }) => [id, pageId] as const)));
});
afterAll(() => app.close());
afterEach(() => app.strike(null));

const brokenLogins = () => app.db.selectFrom('meta_connection').select('broken_at').execute();

async function refusePage(account: WorldAccount): Promise<void> {
  await app.strike(null, [{ fault: 'page-refused', params: { page: pages.get(account.id) ?? '' } }]);
}

describe('an error 190 during a sync', () => {
  it('affects one account if the error names page permissions', async () => {
    const [refused, other] = [app.fresh(4), app.fresh(4)];
    await refusePage(refused);

    await app.begin(refused);
    await app.begin(other);

    expect(await brokenLogins()).toEqual([{ broken_at: null }]);
    const { problem, next_sync_at: next } = await app.getState(refused);
    expect(problem).toMatchObject({
      code: 'permission_missing',
      message: expect.stringContaining('denies access to the Page'),
    });
    expect(next?.getTime()).toBeGreaterThan(app.time.now().getTime() + 3_600_000);
    expect((await app.getState(other)).problem).toBeNull();
    await app.expectTruth(other);
    await app.strike(null);
    await app.recover(refused);
    await app.expectTruth(refused);
  });

  it('keeps a login whose token Meta calls valid', async () => {
    const account = app.fresh(4);
    await app.strike(account, [{ fault: 'token', match: { path: 'insights' } }]);

    await app.begin(account);

    expect(await brokenLogins()).toEqual([{ broken_at: null }]);
    expect((await app.getState(account)).problem?.code).toBe('permission_missing');
  });

  it('retries shortly if Meta does not say whether the token is valid', async () => {
    const account = app.fresh(4);
    await app.strike(account, [
      { fault: 'token', match: { path: 'insights' } },
      { fault: 'service', match: { path: 'debug_token', account: undefined } },
    ]);

    await app.begin(account);

    expect(await brokenLogins()).toEqual([{ broken_at: null }]);
    const { problem, next_sync_at: next } = await app.getState(account);
    expect(problem?.code).toBe('meta_unavailable');
    expect(next?.getTime()).toBeLessThan(app.time.now().getTime() + 3_600_000);
  });
});
