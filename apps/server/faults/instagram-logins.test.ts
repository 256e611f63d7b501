import { addDays, getTimeseries } from '@tidemark/contract';
import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decryptToken } from '../src/networks/instagram/connections/queries.ts';
import { startFaultApp, type FaultApp, type FaultRule } from '../test/faults.ts';
import { checkInstagramLogins, connectInstagram, createConnectionDeps } from '../test/instagram.ts';
import { connect, worldToday, type WorldAccount } from '../test/world.ts';

// Faults of logins at Instagram, next to a business login of the same person.

const email = 'ines@sandbox.test';
const minute = 60_000;
const day = 1_440 * minute;
const atInstagram = { host: 'instagram' as const };
let app: FaultApp;
let deps: ReturnType<typeof createConnectionDeps>;
beforeAll(async () => {
  app = await startFaultApp();
  deps = createConnectionDeps(app, app.time.clock);
});
afterAll(() => app.close());
afterEach(() => app.strike(null));

const moveBy = (millis: number) => app.time.moveTo(new Date(app.time.now().getTime() + millis));
const check = () => checkInstagramLogins(deps);
const change = (name: 'convert' | 'decline' | 'end', { username }: WorldAccount, body: object) =>
  app.control(`instagram/${name}`, { method: 'POST', body: JSON.stringify({ username, ...body }) });
const logInAtInstagram = async ({ username }: WorldAccount) => connectInstagram(app, await app.as(email), username);
const findLogin = ({ id }: WorldAccount) =>
  app.db.selectFrom('instagram_login').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow();

async function declineAtFacebook(permission: string): Promise<void> {
  const connection = await app.db.selectFrom('meta_connection').selectAll().executeTakeFirstOrThrow();
  const token = decryptToken(deps.vault, connection);
  const { META_APP_SECRET: secret = '', META_GRAPH_BASE_URL: graph } = app.sandbox.environment;
  const proof = createHmac('sha256', secret).update(token).digest('hex');
  const query = new URLSearchParams({ access_token: token, appsecret_proof: proof });
  await fetch(`${graph}/v25.0/me/permissions/${permission}?${query.toString()}`, { method: 'DELETE' });
}

/** Returns the values of an account's last days, as the dashboard shows them. */
async function listShownViews({ id }: WorldAccount): Promise<(number | null)[]> {
  const today = await worldToday(app);
  const { perAccount } = await (
    await app.as(email)
  ).call(getTimeseries, {
    params: { metric: 'views' },
    body: {
      startDate: `${addDays(today, -2)}T00:00:00.000Z`,
      endDate: `${addDays(today, -1)}T23:59:59.999Z`,
      accountIds: [id],
    },
  });
  return perAccount[id]?.map(({ value }) => value) ?? [];
}

let begun: WorldAccount[] = [];
const excludedPages: string[] = [];
beforeEach(() => (begun = []));
afterEach(async () => {
  await app.strike(null);
  for (const account of begun) await app.leave(account);
});

const connectAtFacebook = async () => connect(app, await app.as(email), email, { excludedPages });

async function begin(account: WorldAccount): Promise<WorldAccount> {
  begun.push(account);
  await app.begin(account);
  return account;
}

/** Returns an account whose page is excluded from the business login, after a login at Instagram. */
async function toInstagramOnly(account: WorldAccount): Promise<WorldAccount> {
  excludedPages.push(account.pageId);
  await connectAtFacebook();
  await logInAtInstagram(account);
  return account;
}

/** Begins an account that both logins reach. */
async function beginWithBoth(): Promise<WorldAccount> {
  const account = app.fresh(4);
  await logInAtInstagram(account);
  return begin(account);
}

describe('while graph.instagram.com is away', () => {
  const away = { fault: 'connection-reset' as const, match: atInstagram };

  it('accounts with a business login go on, and others show gaps instead of zeros', async () => {
    const other = await begin(app.fresh(4));
    const both = await beginWithBoth();
    const only = await begin(await toInstagramOnly(app.fresh(4)));
    await app.strike(null, [away]);

    moveBy(3 * day);
    await app.read(only);

    expect(await app.struck()).toBeGreaterThan(0);
    expect((await app.getState(only)).problem?.code).toBe('meta_unavailable');
    expect(await listShownViews(only)).toEqual([null, null]);
    for (const account of [other, both]) {
      expect((await app.getState(account)).problem).toBeNull();
      await app.expectTruth(account);
    }
    await app.strike(null);
    await app.recover(only);
    await app.expectTruth(only);
    expect(await listShownViews(only)).not.toContain(null);
  });

  it('a login fails with an explanation, and succeeds later', async () => {
    const account = app.fresh();
    await app.strike(null, [away]);

    await expect(logInAtInstagram(account)).rejects.toMatchObject({ code: 'meta_unavailable' });

    await app.strike(null);
    await logInAtInstagram(account);
    await begin(account);
    await app.expectTruth(account);
  });
});

describe('an account with both logins', () => {
  it('continues at Instagram after its business login ended, and at Facebook after the other one did', async () => {
    const account = await beginWithBoth();

    await app.control('meta/expire', { method: 'POST', body: JSON.stringify({ email, subcode: 460 }) });
    moveBy(2 * day);
    await app.recover(account);

    const { broken_at: brokenAt } = await app.db
      .selectFrom('meta_connection')
      .select('broken_at')
      .executeTakeFirstOrThrow();
    expect(brokenAt).not.toBeNull();
    await app.expectTruth(account);
    await connectAtFacebook();
    await change('end', account, { subcode: 458 });
    moveBy(2 * day);
    await check();
    await app.recover(account);
    expect((await findLogin(account)).broken_reason).toBe('app_removed');
    await app.expectTruth(account);
  });

  it('continues at Instagram after its business login lost a permission', async () => {
    const account = await beginWithBoth();
    await declineAtFacebook('instagram_manage_insights');

    moveBy(2 * day);
    await app.recover(account);

    await app.expectTruth(account);
  });
});

describe('a throttle at Instagram', () => {
  it.each<[string, Partial<FaultRule>]>([
    ['of the app', { fault: 'app-limit' }],
    ['of the user', { fault: 'user-limit' }],
    ['of the account', { fault: 'account-limit' }],
    ['announced by 96 percent', { fault: 'usage', params: { percent: 96 } }],
  ])('%s pauses one account, not those at Facebook', async (_, rule) => {
    const [only, other] = [await toInstagramOnly(app.fresh(4)), app.fresh(4)];
    await app.strike(null, [{ ...rule, match: { ...atInstagram, path: 'insights' } }]);

    await begin(only);
    await begin(other);

    expect((await app.getState(only)).problem?.code).toBe('rate_limited');
    expect((await app.getState(other)).problem).toBeNull();
    await app.expectTruth(other);
    await app.strike(null);
    await app.recover(only);
    await app.expectTruth(only);
  });

  it.each<[string, Partial<FaultRule>]>([
    ['a throttle', { fault: 'account-limit' }],
    ['a rejected token', { fault: 'token' }],
  ])('%s ends a series of requests for days', async (_, rule) => {
    const account = await toInstagramOnly(app.fresh(4));
    await app.strike(null, [{ ...rule, match: { ...atInstagram, path: 'since=' } }]);

    await begin(account);

    // Eight are under way at once.
    expect(await app.struck()).toBeGreaterThan(0);
    expect(await app.struck()).toBeLessThanOrEqual(8);
  });
});

it('a personal account is explained, keeps its data, and resumes after it was converted back', async () => {
  const account = await begin(await toInstagramOnly(app.fresh(4)));
  await change('convert', account, { type: 'personal' });

  moveBy(3 * day);
  await app.read(account);

  expect((await app.getState(account)).problem).toMatchObject({ cause: 'account_personal' });
  expect(await listShownViews(account)).toEqual([null, null]);
  await change('convert', account, { type: 'creator' });
  moveBy(day);
  expect(await check()).toEqual([]);
  await app.recover(account);
  await app.expectTruth(account);
});

it('a revoked permission is named, and the account resumes after a new login', async () => {
  const account = await begin(await toInstagramOnly(app.fresh(4)));
  await change('decline', account, { scope: 'instagram_business_manage_insights' });

  moveBy(3 * day);
  await app.read(account);

  expect((await app.getState(account)).problem).toMatchObject({
    code: 'permission_missing',
    message: expect.stringContaining('instagram_business_manage_insights'),
  });
  expect(await listShownViews(account)).toEqual([null, null]);
  await logInAtInstagram(account);
  await app.recover(account);
  await app.expectTruth(account);
});

describe('refreshing a token', () => {
  const isRefresh = { path: '^/refresh_access_token' };
  /** Makes a refresh due: the login looks a month older, and its token is old enough for Instagram. */
  async function makeDue({ id }: WorldAccount): Promise<void> {
    const connectedAt = sql<Date>`connected_at - interval '30 days'`;
    const expiresAt = sql<Date>`expires_at - interval '30 days'`;
    await app.db
      .updateTable('instagram_login')
      .set({ connected_at: connectedAt, expires_at: expiresAt })
      .where('account_id', '=', id)
      .execute();
    moveBy(1.1 * day);
  }
  const untilExpiry = async (account: WorldAccount) =>
    (await findLogin(account)).expires_at.getTime() - app.time.now().getTime();

  it.each<[string, Partial<FaultRule>]>([
    ['fails', { fault: 'service' }],
    ['is refused', { fault: 'error', params: { code: 100, message: 'Unsupported request' } }],
    ['is throttled', { fault: 'account-limit' }],
    ['is answered too late', { fault: 'slow', params: { millis: 25_000 } }],
    ['is answered, and the answer is lost', { fault: 'connection-reset' }],
    ['is answered in part', { fault: 'truncated-json' }],
  ])('that %s is repeated, and syncs continue meanwhile', async (_, rule) => {
    const account = await begin(await toInstagramOnly(app.fresh()));
    const before = await findLogin(account);
    await makeDue(account);
    await app.strike(null, [{ ...rule, match: isRefresh }]);

    expect(await check()).toHaveLength(1);
    await app.recover(account);

    const failed = await findLogin(account);
    expect(failed).toMatchObject({ token_encrypted: before.token_encrypted, broken_at: null, attempts: 1 });
    await app.expectTruth(account);
    await app.strike(null);
    moveBy(minute);
    expect(await check()).toEqual([]);
    expect(await untilExpiry(account)).toBeGreaterThan(59 * day);
  });

  it('happens once when two workers check at the same time', async () => {
    const account = await begin(await toInstagramOnly(app.fresh()));
    await makeDue(account);
    await app.strike(null, [{ fault: 'slow', match: isRefresh, params: { millis: 500 } }]);

    await Promise.all([check(), check()]);

    expect(await app.struck()).toBe(1);
    expect(await untilExpiry(account)).toBeGreaterThan(59 * day);
  });

  it('ends the login if it failed until the token expired, and a new login resumes the account', async () => {
    const account = await begin(await toInstagramOnly(app.fresh()));

    moveBy(61 * day);
    expect(await check()).toEqual([]);
    await app.read(account);

    expect((await findLogin(account)).broken_reason).toBe('token_expired');
    expect((await app.getState(account)).problem).toMatchObject({ cause: 'token_expired' });
    await logInAtInstagram(account);
    await app.recover(account);
    await app.expectTruth(account);
  });

  it.each([
    ['ahead', 10],
    ['behind', -10],
  ])('succeeds just before the token expires while the clock is ten minutes %s', async (_, minutes) => {
    const account = await begin(await toInstagramOnly(app.fresh()));
    moveBy((await untilExpiry(account)) - 5 * minute);

    app.time.goWrongBy(minutes * minute);
    expect(await check()).toEqual([]);
    app.time.goWrongBy(0);

    expect(await findLogin(account)).toMatchObject({ broken_at: null });
    expect(await untilExpiry(account)).toBeGreaterThan(59 * day);
    moveBy(day);
    await app.read(account);
    await app.recover(account);
    await app.expectTruth(account);
  });
});
