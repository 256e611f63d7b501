import {
  createLabel,
  deleteLabel,
  type EndpointRequest,
  type LabelRule,
  labelPosts,
  listLabels,
  listPostLabels,
  maxLabelledPosts,
  maxLabels,
  queryPosts,
  unlinkAccount,
  updateLabel,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startSynced, trueMedia, type WorldAccount, type WorldMedia } from '../../../../test/world.ts';

let app: TestApp;
let client: TestClient;
let stranger: TestClient;
let account: WorldAccount;
let posts: WorldMedia[];

beforeAll(async () => {
  app = await startTestApp();
  ({ client, account } = await startSynced(app, 'maya@sandbox.test', { account: 1 }));
  stranger = await app.as('cal@sandbox.test');
  await stranger.load();
  posts = (await trueMedia(app, account.id)).filter(({ kind }) => kind !== 'story');
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('label').execute());

const people = { name: 'People', color: 'red', rule: null } as const;
const create = (body: Partial<EndpointRequest<typeof createLabel>['body']> = {}, as = client) =>
  as.call(createLabel, { body: { ...people, ...body } });
const toPosts = (some: readonly { id: string }[]) => some.map(({ id }) => ({ accountId: account.id, mediaId: id }));
const put = (id: string, some: readonly { id: string }[], { labelled = true, as = client } = {}) =>
  as.call(labelPosts, { params: { id }, body: { posts: toPosts(some), labelled } });
const listIn = (labelId: string, as = client) =>
  as.call(queryPosts, {
    body: {
      grid: { paginationModel: { page: 0, pageSize: 100 }, sortModel: [] },
      filters: {
        query: '',
        filterMode: 'published',
        isoStart: new Date(Date.now() - 300 * 86_400_000).toISOString(),
        isoEnd: new Date().toISOString(),
        timeZone: 'UTC',
        labelId,
      },
      platform: 'instagram',
      accountIds: [account.id],
    },
  });

describe('labels', () => {
  it('are created, listed by name, changed and deleted', async () => {
    const second = await create({ name: 'people at work', rule: { hashtag: 'work' } });
    const first = await create({ name: 'Animals' });

    expect((await client.call(listLabels, {})).labels).toEqual([first, second]);
    const changed = await client.call(updateLabel, {
      params: { id: second.id },
      body: { name: 'Work', color: 'green', rule: { weekdays: [1, 2] } },
    });
    expect(changed).toEqual({ ...second, name: 'Work', color: 'green', rule: { weekdays: [1, 2] } });
    await client.call(deleteLabel, { params: { id: first.id } });
    expect((await client.call(listLabels, {})).labels).toEqual([changed]);
  });

  it('have different names', async () => {
    await create();
    const other = await create({ name: 'Animals' });

    await expect(create({ name: ' PEOPLE ' })).rejects.toMatchObject({ status: 409, code: 'label_name_taken' });
    await expect(
      client.call(updateLabel, { params: { id: other.id }, body: { name: 'people' } }),
    ).rejects.toMatchObject({ code: 'label_name_taken' });
    expect((await create({}, stranger)).name).toBe('People');
  });

  it('stop at the label limit', async () => {
    for (let count = 0; count < maxLabels; count += 1) await create({ name: `Label ${count}` });

    await expect(create()).rejects.toMatchObject({ status: 409, code: 'label_limit_reached' });
  });

  it.each([
    ['name', { name: ' ' }],
    ['rule', { rule: {} }],
    ['rule.hashtag', { rule: { hashtag: 'two words' } }],
    ['rule.weekdays.0', { rule: { weekdays: [7] } }],
    ['rule.weekdays', { rule: { weekdays: [1, 1] } }],
    ['rule.caption', { rule: { caption: '' } }],
  ])("are rejected with the wrong field's name: %s", async (field, change) => {
    const refusal = await create(change).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(JSON.stringify(refusal)).toContain(field.split('.').at(-1));
  });

  it('belong to their user', async () => {
    const { id } = await create();

    expect((await stranger.call(listLabels, {})).labels).toEqual([]);
    const missing = { status: 404, code: 'label_not_found' };
    await expect(stranger.call(updateLabel, { params: { id }, body: { name: 'Mine' } })).rejects.toMatchObject(missing);
    await expect(stranger.call(deleteLabel, { params: { id } })).rejects.toMatchObject(missing);
  });

  it('keep their kind, and their rule while an experiment depends on it', async () => {
    const byHand = await create();
    const test = { metric: 'reach' as const, accountIds: [account.id] };
    const tested = await create({ name: 'Tested', rule: { formats: ['reel'] }, test });

    expect(tested.test).toMatchObject(test);
    await expect(
      client.call(updateLabel, { params: { id: byHand.id }, body: { rule: { hashtag: 'x' } } }),
    ).rejects.toMatchObject({ code: 'label_kind_fixed' });
    await expect(
      client.call(updateLabel, { params: { id: tested.id }, body: { rule: { hashtag: 'x' } } }),
    ).rejects.toMatchObject({ code: 'label_test_running' });
  });

  it("start no experiment with another user's accounts", async () => {
    const test = { metric: 'reach' as const, accountIds: [account.id] };

    await expect(create({ test }, stranger)).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
  });
});

describe('posts labelled by hand', () => {
  it('keep the label until it is removed, even if added repeatedly', async () => {
    const { id } = await create();
    await put(id, posts.slice(0, 3));
    await put(id, posts.slice(0, 3));
    await put(id, posts.slice(0, 1), { labelled: false });

    const labelled = await client.call(listPostLabels, { body: { posts: toPosts(posts.slice(0, 10)) } });

    expect(labelled.posts).toEqual(toPosts(posts.slice(1, 3)).map((post) => ({ ...post, labelIds: [id] })));
    expect((await listIn(id)).rows.map((row) => row.id).sort()).toEqual(
      posts
        .slice(1, 3)
        .map((post) => post.id)
        .sort(),
    );
  });

  it('must exist', async () => {
    const { id } = await create();

    await expect(put(id, [{ id: 'none' }])).rejects.toMatchObject({ status: 404, code: 'media_not_found' });
  });

  it('cannot have a label that follows a rule', async () => {
    const { id } = await create({ rule: { hashtag: 'x' } });

    await expect(put(id, posts.slice(0, 1))).rejects.toMatchObject({ status: 409, code: 'label_has_rule' });
  });

  it('are limited in number', async () => {
    const { id } = await create();
    await app.db
      .insertInto('post_label')
      .values(
        Array.from({ length: maxLabelledPosts - 1 }, (_, index) => ({
          label_id: id,
          account_id: account.id,
          media_id: `made-up-${index}`,
          labelled_at: new Date(),
        })),
      )
      .execute();

    await expect(put(id, posts.slice(0, 2))).rejects.toMatchObject({ status: 409, code: 'label_full' });
    await put(id, posts.slice(0, 1));
    await put(id, posts.slice(0, 1));
  });

  it("need the user's own accounts and labels", async () => {
    const { id } = await create();

    await expect(put(id, posts.slice(0, 1), { as: stranger })).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(stranger.call(listPostLabels, { body: { posts: toPosts(posts.slice(0, 1)) } })).rejects.toMatchObject({
      code: 'account_not_found',
    });
    await expect(listIn('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'label_not_found' });
  });

  it('keep their labels while the account is not linked', async () => {
    const { id } = await create();
    await put(id, posts.slice(0, 2));

    await client.call(unlinkAccount, { body: { accountId: account.id, type: 'instagram_account' } });
    await expect(client.call(listPostLabels, { body: { posts: toPosts(posts.slice(0, 2)) } })).rejects.toMatchObject({
      code: 'account_not_found',
    });
    await client.link(account.id);

    const { posts: labelled } = await client.call(listPostLabels, { body: { posts: toPosts(posts.slice(0, 2)) } });
    expect(labelled).toHaveLength(2);
  });
});

describe('posts labelled by a rule', () => {
  const weekday = ({ publishedAt }: WorldMedia) => new Date(publishedAt).getUTCDay();
  const caption = (post: WorldMedia) => (post.caption ?? '').toLowerCase();
  const rules: [string, LabelRule, (post: WorldMedia) => boolean][] = [
    ['formats', { formats: ['reel', 'carousel'] }, ({ kind }) => kind === 'reel' || kind === 'carousel'],
    ['weekdays', { weekdays: [0, 6] }, (post) => weekday(post) === 0 || weekday(post) === 6],
    [
      'a format and a weekday',
      { formats: ['reel'], weekdays: [2] },
      (post) => post.kind === 'reel' && weekday(post) === 2,
    ],
    ['a text in the caption', { caption: 'THE' }, (post) => caption(post).includes('the')],
  ];

  it.each(rules)('are all that meet the conditions: %s', async (_, rule, meets) => {
    const { id } = await create({ rule });
    const since = Date.now() - 250 * 86_400_000;
    const recent = (publishedAt: string) => Date.parse(publishedAt) > since;
    const expected = posts.filter((post) => recent(post.publishedAt) && meets(post)).map((post) => post.id);

    const { rows } = await listIn(id);

    const found = rows.filter((row) => !row.isCollaboration && recent(row.timestamp)).map((row) => row.id);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.length).toBeGreaterThan(0);
  });

  it('match the whole hashtag in any case', async () => {
    const tagged = posts.find((post) => /#\w{4,}/.test(post.caption ?? ''));
    const tag = /#(\w{4,})/.exec(tagged?.caption ?? '')?.[1] ?? '';
    const whole = await create({ name: 'Whole', rule: { hashtag: tag.toUpperCase() } });
    const beginning = await create({ name: 'Beginning', rule: { hashtag: tag.slice(0, 3) } });

    const { posts: labelled } = await client.call(listPostLabels, { body: { posts: toPosts(tagged ? [tagged] : []) } });

    expect(labelled.flatMap(({ labelIds }) => labelIds)).toEqual([whole.id]);
    expect(beginning.rule).toEqual({ hashtag: tag.slice(0, 3) });
  });
});
