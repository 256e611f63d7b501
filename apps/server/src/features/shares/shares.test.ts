import {
  addDays,
  deleteShare,
  deleteUser,
  type EndpointRequest,
  getMetricCard,
  listShares,
  reportSectionKinds,
  revokeShare,
  setUserDisabled,
  unlinkAccount,
  updateShare,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, openAsStranger, share, toChoice, toToken } from '../../../test/shared-page.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { readSharedPage } from './shared-page.ts';
import { connect, listWorldAccounts, untilSynced } from '../../../test/world.ts';

const email = 'maya@sandbox.test';
const day = 86_400_000;
const daysAgo = (days: number) => addDays(new Date().toISOString().slice(0, 10), -days);
let moved = 0;
let app: TestApp;
let maya: TestClient;
let ids: [string, string];

beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date(Date.now() + moved), pollIntervalSeconds: 0.2 });
  maya = await app.withPlan(email, 'agency');
  await connect(app, maya, email);
  const [first, second] = (await listWorldAccounts(app, email)).map(({ id }) => id);
  ids = [first ?? '', second ?? ''];
  for (const id of ids) await maya.link(id);
  for (const id of ids) await untilSynced(maya, id);
}, 120_000);
afterAll(() => app.close());

const open = (token: string, passcode: string | null = null) => openAsStranger(app, token, passcode);
const usernameOf = async (id: string) =>
  (await app.db.selectFrom('account').select('username').where('account_id', '=', id).executeTakeFirstOrThrow())
    .username ?? '';
/** Moves the clock, which requires a new sign-in. */
async function moveTo(millis: number): Promise<void> {
  moved = millis;
  maya = await app.as(email);
}
async function linkAgain(id: string) {
  await maya.link(id);
  await untilSynced(maya, id);
}

it("shows a visitor the Overview's metrics", async () => {
  const range = { kind: 'fixed', from: daysAgo(57), to: daysAgo(51) } as const;
  const link = await share(maya, toChoice([ids[0]], { range, comparison: 'none' }));

  const { body, headers } = await open(toToken(link));

  if (body.state !== 'open') throw new Error(body.state);
  const [section] = body.content.sections;
  if (section?.kind !== 'metrics') throw new Error(section?.kind);
  expect(section).toMatchObject({ comment: 'A good week' });
  const { card } = section.cards.find(({ metric }) => metric === 'reach') ?? {};
  const expected = await maya.call(getMetricCard, {
    params: { metric: 'reach' },
    body: { cStart: `${range.from}T00:00:00.000Z`, cEnd: `${range.to}T23:59:59.999Z`, accountIds: [ids[0]] },
  });
  expect(card?.current).toEqual(expected.current);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toContain('noindex');
});

it('completes frozen comparisons once Instagram’s own counts arrive', async () => {
  const range = { kind: 'fixed', from: daysAgo(87), to: daysAgo(79) } as const;
  const frozen = await share(maya, toChoice([ids[0]], { range }), { isFrozen: true });
  const listStates = async () => {
    const { body } = await open(toToken(frozen));
    const section = body.state === 'open' && body.content.sections.find(({ kind }) => kind === 'metrics');
    return section && section.kind === 'metrics' ? section.cards.map(({ card }) => card.changeState) : [];
  };
  const isSettled = async () => {
    const now = new Date();
    // Later ones are claims.
    await app.db
      .updateTable('share_link')
      .set({ settle_at: now })
      .where('settle_at', '>', now)
      .where('settle_at', '<=', new Date(now.getTime() + 60_000))
      .execute();
    const waiting = await app.db
      .selectFrom('share_link')
      .select('link_id')
      .where('settle_at', 'is not', null)
      .execute();
    return waiting.length === 0;
  };

  const before = await listStates();
  await until(isSettled);

  expect(before).toContain('comparing');
  expect(new Set(await listStates())).toEqual(new Set(['final']));
});

it('names only the chosen accounts', async () => {
  const sections = reportSectionKinds.map((kind) => ({ kind, comment: '' }));
  const link = await share(maya, toChoice([ids[0]], { sections }));
  const { user } = await maya.load();

  const text = JSON.stringify((await open(toToken(link))).body);

  expect(text).toContain(await usernameOf(ids[0]));
  for (const secret of [user._id, user.name, email, ids[1], await usernameOf(ids[1]), link.id])
    expect(text, String(secret)).not.toContain(String(secret));
});

it('lets its owner copy the link again, and stores only a hash and an encrypted copy', async () => {
  const link = await share(maya, toChoice([ids[0]]));
  const token = toToken(link);

  const { links } = await maya.call(listShares, {});

  expect(links.find(({ id }) => id === link.id)?.url).toBe(link.url);
  expect(token).toMatch(/^[\w-]{43}$/);
  const rows = await app.db.selectFrom('share_link').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

it("ends immediately when revoked, and stays in its owner's list", async () => {
  const link = await share(maya, toChoice([ids[0]]), { isFrozen: true, passcode: 'herons wade' });

  expect(await maya.call(revokeShare, { params: { id: link.id } })).toMatchObject({ state: 'revoked', url: null });

  const revoked = await open(toToken(link), 'herons wade');
  const unknown = await open('a'.repeat(43));
  expect([revoked.status, revoked.body.error?.message]).toEqual([404, unknown.body.error?.message]);
  expect(codeOf(revoked)).toBe(codeOf(unknown));
  await expect(maya.call(updateShare, { params: { id: link.id }, body: { title: 'Anew' } })).rejects.toMatchObject({
    code: 'share_revoked',
  });
  await maya.call(deleteShare, { params: { id: link.id } });
  expect((await maya.call(listShares, {})).links.map(({ id }) => id)).not.toContain(link.id);
});

it('ends when it expires, and reopens when its owner extends it', async () => {
  const link = await share(maya, toChoice([ids[0]]), { expiresInDays: 1 });
  await app.db
    .updateTable('share_link')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('link_id', '=', link.id)
    .execute();

  expect(codeOf(await open(toToken(link)))).toBe('share_expired');

  await maya.call(updateShare, { params: { id: link.id }, body: { expiresInDays: null, title: 'Longer' } });
  expect((await open(toToken(link))).body).toMatchObject({ state: 'open', content: { title: 'Longer' } });
});

it('counts a network once in half an hour, and only visitors who see the metrics', async () => {
  const link = await share(maya, toChoice([ids[0]]), { passcode: 'herons wade' });
  const views = async () => (await maya.call(listShares, {})).links.find(({ id }) => id === link.id);
  for (const passcode of [null, 'herons fly', 'herons wade', 'herons wade']) await open(toToken(link), passcode);

  expect(await views()).toMatchObject({ views: 1, lastViewedOn: new Date().toISOString().slice(0, 10) });

  await moveTo(31 * 60_000);
  await open(toToken(link), 'herons wade');
  await moveTo(0);
  expect(await views()).toMatchObject({ views: 2 });
});

it('shows its title in previews only while it is open to anyone', async () => {
  const link = await share(maya, toChoice([ids[0]]));
  const titleOf = async () =>
    (await readSharedPage({ db: app.db, clock: () => new Date(Date.now() + moved) }, toToken(link))).title;
  const update = (body: EndpointRequest<typeof updateShare>['body']) =>
    maya.call(updateShare, { params: { id: link.id }, body });
  expect([link.titleInPreviews, await titleOf()]).toEqual([false, null]);

  expect(await update({ titleInPreviews: true })).toMatchObject({ titleInPreviews: true });

  expect(await titleOf()).toBe('Autumn campaign');
  await update({ passcode: 'herons wade' });
  expect(await titleOf()).toBeNull();
  await update({ passcode: null, expiresInDays: 1 });
  expect(await titleOf()).toBe('Autumn campaign');
  await moveTo(2 * day);
  expect(await titleOf()).toBeNull();
  await moveTo(0);
  await maya.call(unlinkAccount, { body: { accountId: ids[0], type: 'instagram_account' } });
  expect(await titleOf()).toBeNull();
  await linkAgain(ids[0]);
  expect(await titleOf()).toBe('Autumn campaign');
  await maya.call(revokeShare, { params: { id: link.id } });
  expect(await titleOf()).toBeNull();
});

it('shows an account only while its owner has access to it', async () => {
  const both = await share(maya, toChoice(ids));
  const [live, frozen] = [await share(maya, toChoice([ids[1]])), await share(maya, toChoice(ids), { isFrozen: true })];
  const accountsOf = async () => {
    const { body } = await open(toToken(both));
    return body.state === 'open' ? body.content.accounts.map(({ accountId }) => accountId) : [];
  };
  expect((await accountsOf()).sort()).toEqual([...ids].sort());

  await maya.call(unlinkAccount, { body: { accountId: ids[1], type: 'instagram_account' } });

  expect(await accountsOf()).toEqual([ids[0]]);
  for (const link of [live, frozen]) expect(codeOf(await open(toToken(link)))).toBe('share_empty');
  await linkAgain(ids[1]);
  for (const link of [live, frozen]) expect((await open(toToken(link))).status).toBe(200);
});

it('shows frozen metrics as they were on that day', async () => {
  const frozen = await share(maya, toChoice([ids[0]]), { isFrozen: true });
  const live = await share(maya, toChoice([ids[0]]));
  const periodOf = async (token: string) => {
    const { body } = await open(token);
    return body.state === 'open' ? body.content.period.to : null;
  };
  const before = await periodOf(toToken(frozen));
  expect(await periodOf(toToken(live))).toBe(before);

  await moveTo(2 * day);

  expect(await periodOf(toToken(frozen))).toBe(before);
  expect(await periodOf(toToken(live))).not.toBe(before);
  await moveTo(0);
});

it("rejects another user's account", async () => {
  const stranger = await app.withPlan('theo@sandbox.test', 'agency');

  await expect(share(stranger, toChoice([ids[0]]))).rejects.toMatchObject({ code: 'account_not_found' });
  const link = await share(maya, toChoice([ids[0]]));
  for (const call of [revokeShare, deleteShare])
    await expect(stranger.call(call, { params: { id: link.id } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(stranger.call(updateShare, { params: { id: link.id }, body: { passcode: null } })).rejects.toMatchObject(
    { code: 'not_found' },
  );
  expect((await open(toToken(link))).status).toBe(200);
});

it('closes when its owner is disabled or deleted', async () => {
  const link = await share(maya, toChoice([ids[0]]));
  const operator = await app.as('olu@sandbox.test');
  const { user } = await maya.load();

  await operator.call(setUserDisabled, { params: { userId: user._id }, body: { disabled: true } });
  expect(codeOf(await open(toToken(link)))).toBe('share_not_found');
  await operator.call(setUserDisabled, { params: { userId: user._id }, body: { disabled: false } });
  expect((await open(toToken(link))).status).toBe(200);

  await maya.call(deleteUser, { body: { confirm: 'DELETE' } });

  expect(codeOf(await open(toToken(link)))).toBe('share_not_found');
  expect(await app.db.selectFrom('share_link').selectAll().where('user_id', '=', user._id).execute()).toEqual([]);
});
