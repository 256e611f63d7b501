import {
  type Annotation,
  type AnnotationFields,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  maxAnnotationsPerUser,
  updateAnnotation,
} from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import {
  connect,
  getWorldAccount,
  listWorldCollaborations,
  startSynced,
  trueMedia,
  type WorldAccount,
} from '../../../../test/world.ts';

let app: TestApp;
let client: TestClient;
let stranger: TestClient;
let account: WorldAccount;

beforeAll(async () => {
  app = await startTestApp();
  ({ client, account } = await startSynced(app, 'maya@sandbox.test'));
  stranger = await app.withPlan('theo@sandbox.test', 'starter');
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('annotation').execute());

const november = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-30T23:59:59.999Z' };
const fair: AnnotationFields = {
  accountId: null,
  firstDay: '2026-11-12',
  lastDay: '2026-11-14',
  text: 'Trade fair',
  color: 'teal',
};

const add = (fields: Partial<AnnotationFields> = {}): Promise<Annotation> =>
  client.call(createAnnotation, { body: { ...fair, ...fields } });
const list = (range = november, timeZone = 'UTC') =>
  client.call(listAnnotations, { body: { ...range, accountIds: [account.id], timeZone } });
const listTexts = async (range = november) => (await list(range)).annotations.map(({ text }) => text);

it("lists the range's annotations for all accounts or a requested account", async () => {
  await add({ text: ' Trade fair ' });
  await add({ text: 'New opening hours', firstDay: '2026-10-20', lastDay: '2026-11-01', accountId: account.id });
  await add({ text: 'Before', firstDay: '2026-10-30', lastDay: '2026-10-31' });
  await add({ text: 'After', firstDay: '2026-12-01', lastDay: '2026-12-01' });

  expect(await listTexts()).toEqual(['New opening hours', 'Trade fair']);
});

it('omits annotations of other accounts', async () => {
  const other = await getWorldAccount(app, 'maya@sandbox.test', 1);
  await client.link(other.id);
  await add({ accountId: other.id });

  expect(await listTexts()).toEqual([]);
});

it('replaces and deletes an annotation', async () => {
  const { id } = await add();

  const replaced = await client.call(updateAnnotation, { params: { id }, body: { ...fair, text: 'Two fairs' } });
  expect(replaced).toEqual({ ...fair, id, text: 'Two fairs' });
  expect(await listTexts()).toEqual(['Two fairs']);

  await client.call(deleteAnnotation, { params: { id } });
  expect(await listTexts()).toEqual([]);
  await expect(client.call(deleteAnnotation, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

it('neither shows nor changes another user’s annotations', async () => {
  const { id } = await add();
  const { id: own } = await getWorldAccount(app, 'theo@sandbox.test');
  await connect(app, stranger, 'theo@sandbox.test');
  await stranger.link(own);

  const { annotations } = await stranger.call(listAnnotations, {
    body: { ...november, accountIds: [own], timeZone: 'UTC' },
  });
  expect(annotations).toEqual([]);
  await expect(stranger.call(updateAnnotation, { params: { id }, body: fair })).rejects.toMatchObject({ status: 404 });
  await expect(stranger.call(deleteAnnotation, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(stranger.call(createAnnotation, { body: { ...fair, accountId: account.id } })).rejects.toMatchObject({
    status: 404,
  });
  expect(await listTexts()).toEqual(['Trade fair']);
});

it.each([
  ['text', { text: '   ' }],
  ['text', { text: 'x'.repeat(201) }],
  ['text', { text: 'two\nlines' }],
  ['firstDay', { firstDay: '2026-11-15' }],
  ['firstDay', { firstDay: '2020-01-01' }],
  ['lastDay', { lastDay: '2026-11-31' }],
])('names the field %s for %j', async (field, wrong) => {
  await expect(add(wrong)).rejects.toMatchObject({
    status: 400,
    body: { error: { details: { fields: [{ field: `body.${field}` }] } } },
  });
});

it("rejects annotations beyond a user's limit", async () => {
  const { user } = await client.load();
  await sql`insert into annotation (user_id, first_day, last_day, text, color, created_at)
    select ${user._id}, '2026-01-02', '2026-01-02', 'Note', 'teal', now()
    from generate_series(2, ${maxAnnotationsPerUser})`.execute(app.db);
  await add();

  await expect(add()).rejects.toMatchObject({ status: 409 });
});

it.each(['UTC', 'Asia/Tokyo'])("counts each day's posts in %s, without stories", async (timeZone) => {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone });
  const range = { startDate: daysAgo(30), endDate: daysAgo(1) };
  const expected = new Map<string, number>();
  const published = [...(await trueMedia(app, account.id)), ...(await listWorldCollaborations(app, account.id))];
  for (const { kind, publishedAt } of published) {
    const day = dayOf.format(new Date(publishedAt));
    if (kind === 'story' || day < range.startDate.slice(0, 10) || day > range.endDate.slice(0, 10)) continue;
    expected.set(day, (expected.get(day) ?? 0) + 1);
  }

  const { publishedDays } = await list(range, timeZone);

  expect(expected.size).toBeGreaterThan(3);
  expect(new Map(publishedDays.map(({ day, posts }) => [day, posts]))).toEqual(expected);
});

it('lists data gaps by day, and when the account and its login were connected', async () => {
  const [from, to, today] = [dayAgo(10), dayAgo(8), dayAgo(0)];
  await app.db
    .insertInto('sync_gap')
    .values({
      account_id: account.id,
      kind: 'days',
      from_at: new Date(`${from}T00:00:00Z`),
      to_at: new Date(`${to}T00:00:00Z`),
      reason: 'unreachable',
    })
    .execute();

  const { events } = await list({ startDate: daysAgo(30), endDate: daysAgo(0) });

  expect(events).toEqual([
    { kind: 'days_missing', accountId: account.id, firstDay: from, lastDay: dayAgo(9) },
    { kind: 'linked', accountId: account.id, firstDay: today, lastDay: today },
    { kind: 'login_connected', accountId: null, firstDay: today, lastDay: today },
  ]);
});

it('rejects other users’ accounts', async () => {
  await expect(
    stranger.call(listAnnotations, { body: { ...november, accountIds: [account.id], timeZone: 'UTC' } }),
  ).rejects.toMatchObject({ status: 404 });
});

function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString();
}

function dayAgo(count: number): string {
  return daysAgo(count).slice(0, 10);
}
