import { compareLabels, createLabel, type LabelRule, labelPosts, listLabelTests } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../../test/test-client.ts';
import { startSynced, type WorldAccount } from '../../../../../test/world.ts';

const day = 86_400_000;
const now = Date.now();
const ago = (days: number) => new Date(now - days * day);
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let added = 0;

beforeAll(async () => {
  app = await startTestApp();
  ({ client, account } = await startSynced(app, 'maya@sandbox.test', { account: 1 }));
});
afterAll(() => app.close());
// Separate posts, so that the result is known.
beforeEach(async () => {
  for (const table of ['label', 'media', 'media_measurement'] as const) await app.db.deleteFrom(table).execute();
});

async function addPosts(
  count: number,
  toPost: (index: number) => {
    interactions: number;
    daysAgo?: number;
    isStory?: boolean;
    caption?: string;
    ageDays?: number;
  },
): Promise<string[]> {
  const posts = Array.from({ length: count }, (_, index) => toPost(index));
  const rows = posts.map(({ interactions, daysAgo = 40, isStory = false, caption = '', ageDays = 30 }) => {
    const publishedAt = ago(daysAgo);
    return {
      account_id: account.id,
      media_id: `made${(added += 1)}`,
      product_type: isStory ? ('STORY' as const) : ('FEED' as const),
      media_type: 'IMAGE' as const,
      caption,
      search_text: caption,
      permalink: null,
      media_url: null,
      thumbnail_url: null,
      username: null,
      published_at: publishedAt,
      published_day: publishedAt.toISOString().slice(0, 10),
      hashtags: [],
      mentions: [],
      collaborators: [],
      interactions,
      reach: 1_000,
      insights_refusal: null,
      first_observed_at: publishedAt,
      observed_at: new Date(publishedAt.getTime() + ageDays * day),
    };
  });
  await app.db.insertInto('media').values(rows).execute();
  return rows.map(({ media_id }) => media_id);
}

const create = (change: { name?: string; rule?: LabelRule | null; isTest?: boolean } = {}) =>
  client.call(createLabel, {
    body: {
      name: change.name ?? 'People',
      color: 'red',
      rule: change.rule ?? null,
      ...(change.isTest && { test: { metric: 'total_interactions', accountIds: [account.id] } }),
    },
  });
const put = (id: string, mediaIds: readonly string[]) =>
  client.call(labelPosts, {
    params: { id },
    body: { posts: mediaIds.map((mediaId) => ({ accountId: account.id, mediaId })), labelled: true },
  });
const compare = async (metric: 'total_interactions' | 'engagement_rate' | 'views' = 'total_interactions') => {
  const { labels } = await client.call(compareLabels, {
    body: {
      accountIds: [account.id],
      startDate: ago(90).toISOString(),
      endDate: new Date(now).toISOString(),
      timeZone: 'UTC',
      metric,
    },
  });
  return labels;
};

describe('comparison of labels', () => {
  it('reports number, medians and interval for posts labelled by hand', async () => {
    const { id } = await create();
    await put(id, await addPosts(12, (index) => ({ interactions: 300 + index })));
    await addPosts(20, (index) => ({ interactions: 100 + index }));

    const [comparison] = await compare();

    expect(comparison).toMatchObject({
      labelId: id,
      labelled: { posts: 12, spread: { median: 305.5 } },
      others: { posts: 20, spread: { median: 109.5 } },
      basis: { formats: 'same', days: 28, age: 'lifetime' },
    });
    expect(comparison?.ratio?.low).toBeGreaterThan(2.5);
    expect(comparison?.p).toBeLessThan(0.001);
    expect((await compare('engagement_rate'))[0]?.labelled.spread?.median).toBeCloseTo(30.55, 2);
  });

  it('follows rules, and corrects for the number of labels', async () => {
    await create({ name: 'One', rule: { caption: 'person' } });
    await create({ name: 'Two', rule: { caption: 'nobody' } });
    await addPosts(20, (index) => ({ interactions: 100 + index, caption: index % 2 ? 'a person' : 'nobody' }));

    const [one, two] = await compare();

    expect(one?.labelled.posts).toBe(10);
    expect(one?.adjustedP).toBeGreaterThanOrEqual(one?.p ?? 1);
    expect(two?.adjustedP).toBe(one?.adjustedP);
  });

  it('excludes posts younger than seven days and unreported metrics', async () => {
    const { id } = await create();
    const young = await addPosts(6, (index) => ({ interactions: index, ageDays: 6 }));
    await put(id, [...young, ...(await addPosts(3, () => ({ interactions: 1 })))]);
    await addPosts(20, (index) => ({ interactions: index }));

    expect(await compare()).toMatchObject([{ labelled: { posts: 3 }, ratio: null, p: null }]);
    expect(await compare('views')).toMatchObject([{ labelled: { posts: 0 }, leftOut: 3 }]);
  });

  it('compares stories with stories', async () => {
    const { id } = await create();
    await put(id, await addPosts(8, (index) => ({ interactions: 20 + index, isStory: true, ageDays: 1.1 })));
    await addPosts(9, (index) => ({ interactions: 20 + index, isStory: true, ageDays: 1.1 }));
    await addPosts(30, (index) => ({ interactions: 900 + index }));

    expect(await compare()).toMatchObject([{ labelled: { posts: 8 }, others: { posts: 9 } }]);
  });

  it('compares totals at seven days for posts measured then', async () => {
    const { id } = await create();
    const labelled = await addPosts(6, () => ({ interactions: 900 }));
    const others = await addPosts(6, () => ({ interactions: 900 }));
    await put(id, labelled);
    const measured = [...labelled, ...others].map((media_id, index) => ({
      account_id: account.id,
      media_id,
      age_minutes: 7 * 24 * 60,
      measured_at: ago(30),
      interactions: 100 + index,
    }));
    await app.db.insertInto('media_measurement').values(measured).execute();

    expect(await compare()).toMatchObject([{ basis: { age: 'seven_days' }, labelled: { spread: { median: 102.5 } } }]);
  });

  it("rejects other users' accounts", async () => {
    const stranger = await app.as('cal@sandbox.test');

    await expect(
      stranger.call(compareLabels, {
        body: {
          accountIds: [account.id],
          startDate: ago(9).toISOString(),
          endDate: ago(1).toISOString(),
          metric: 'reach',
        },
      }),
    ).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
  });
});

describe('label experiment', () => {
  const tests = async (as = client) => (await as.call(listLabelTests, { body: { timeZone: 'UTC' } })).tests;
  const start = (id: string, daysAgo: number) =>
    app.db
      .updateTable('label')
      .set({ test_started_at: ago(daysAgo) })
      .where('label_id', '=', id)
      .execute();

  it('has no result during the first four weeks', async () => {
    const { id, test } = await create({ isTest: true });
    await start(id, 27);
    await put(id, await addPosts(6, () => ({ interactions: 1, daysAgo: 20 })));

    expect(Date.parse(test?.resultAt ?? '') - Date.parse(test?.startedAt ?? '')).toBe(28 * day);
    expect(await tests()).toEqual([{ labelId: id, posts: 6, result: null }]);
  });

  it('compares labelled posts from its three weeks with all others, without the posts that suggested it', async () => {
    const { id } = await create({ isTest: true });
    await start(id, 29);
    const before = await addPosts(9, () => ({ interactions: 9_000, daysAgo: 35 }));
    const after = await addPosts(9, () => ({ interactions: 9_000, daysAgo: 3 }));
    const during = await addPosts(6, (index) => ({ interactions: 200 + index, daysAgo: 20 }));
    await put(id, [...before, ...during, ...after]);
    await addPosts(12, (index) => ({ interactions: 100 + index, daysAgo: 40 }));

    const [test] = await tests();

    expect(test).toMatchObject({
      labelId: id,
      posts: 6,
      result: { labelled: { posts: 6, spread: { median: 202.5 } }, others: { posts: 12 } },
    });
    expect(test?.result?.ratio?.low).toBeGreaterThan(1.5);
  });

  it('is visible only to its user, and without posts while the account is not linked', async () => {
    const { id } = await create({ isTest: true });
    await start(id, 29);
    const stranger = await app.as('cal@sandbox.test');
    await addPosts(6, () => ({ interactions: 1, daysAgo: 20 }));

    expect(await tests(stranger)).toEqual([]);
    await sql`update account_ref set account_id = 'moved' where account_id = ${account.id}`.execute(app.db);
    expect(await tests()).toEqual([{ labelId: id, posts: 0, result: null }]);
  });
});
