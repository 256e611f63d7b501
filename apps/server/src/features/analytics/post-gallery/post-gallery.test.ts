import {
  addDays,
  createLabel,
  type EndpointRequest,
  galleryMetrics,
  type GalleryPost,
  getPostGallery,
  labelPosts,
} from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import { dayIn } from '../../../platform/clock.ts';
import { toMetricValue } from '../formulas/post-gallery.ts';
import { app, client, end, first, second, setUpTwoAccounts, start, yesterday } from '../two-accounts.fixtures.ts';

setUpTwoAccounts();

type Body = EndpointRequest<typeof getPostGallery>['body'];

const range = { isoStart: start(addDays(yesterday, -365)), isoEnd: end(addDays(yesterday, -30)) };
const request: Body = {
  ...range,
  accountIds: [],
  timeZone: 'UTC',
  metric: 'views',
  sort: { by: 'metric', direction: 'desc' },
  filters: { query: '', withStories: false },
  page: 0,
  pageSize: 200,
};
type Change = Partial<Omit<Body, 'filters'>> & { filters?: Partial<Body['filters']> };
const ask = ({ filters, ...change }: Change = {}, as = client) =>
  as.call(getPostGallery, {
    body: {
      ...request,
      accountIds: [first.id, second.id],
      ...change,
      filters: { ...request.filters, ...filters },
    },
  });

/** Lists the stored posts of the range, without stories. */
async function listStored() {
  const rows = await app.db
    .selectFrom('media')
    .selectAll()
    .where('account_id', 'in', [first.id, second.id])
    .where('published_at', '>=', new Date(range.isoStart))
    .where('published_at', '<=', new Date(range.isoEnd))
    .execute();
  return rows.filter(({ product_type }) => product_type !== 'STORY');
}
const toIds = (posts: readonly GalleryPost[]) => posts.map(({ mediaId }) => mediaId).sort();
const toStoredIds = (rows: readonly { media_id: string }[]) => rows.map(({ media_id }) => media_id).sort();

async function listAll(change: Change = {}): Promise<GalleryPost[]> {
  const { posts, total } = await ask({ ...change, page: 0 });
  const rest = [];
  for (let page = 1; page * 200 < total; page += 1) rest.push(...(await ask({ ...change, page })).posts);
  return [...posts, ...rest];
}

describe('posts', () => {
  it.each(galleryMetrics)('are sorted by %s, those without a value last', async (metric) => {
    const stored = (await listStored()).map((row) => toMetricValue(row, metric));
    const known = stored.flatMap((value) => value ?? []).sort((one, other) => other - one);

    const descending = await listAll({ metric });
    const ascending = await listAll({ metric, sort: { by: 'metric', direction: 'asc' } });

    const unknown = Array<null>(stored.length - known.length).fill(null);
    expect(descending.map(({ metrics }) => metrics[metric])).toEqual([...known, ...unknown]);
    expect(ascending.map(({ metrics }) => metrics[metric])).toEqual([...known.toReversed(), ...unknown]);
  });

  it('include posts without a value', async () => {
    expect((await listAll({ metric: 'follows' })).some(({ metrics }) => metrics.follows === null)).toBe(true);
  });

  it('are sorted by time', async () => {
    const newest = await listAll({ sort: { by: 'published', direction: 'desc' } });

    const times = newest.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(toIds(newest)).toEqual(toStoredIds(await listStored()));
  });

  it('come in pages', async () => {
    const whole = await ask();

    const pages = [await ask({ pageSize: 7 }), await ask({ pageSize: 7, page: 1 })];
    const beyond = await ask({ page: 9_999 });

    expect(pages.flatMap(({ posts }) => posts)).toEqual(whole.posts.slice(0, 14));
    expect(pages.map(({ total }) => total)).toEqual([whole.total, whole.total]);
    expect(beyond).toMatchObject({ posts: [], total: whole.total });
    await expect(ask({ pageSize: 201 })).rejects.toMatchObject({ status: 400 });
  });

  it('are limited to the best or worst nine', async () => {
    const all = await listAll();

    const [best, worst] = [await ask({ pick: 'best' }), await ask({ pick: 'worst' })];

    expect(best.posts).toEqual(all.slice(0, 9));
    expect(best.best).toEqual(all[0]);
    expect(worst.posts.map(({ metrics }) => metrics.views)).toEqual(
      all
        .flatMap(({ metrics }) => metrics.views ?? [])
        .slice(-9)
        .toReversed(),
    );
  });

  it('under 48 hours old are not among the worst', async () => {
    const recent = { isoStart: start(addDays(yesterday, -6)), isoEnd: end(addDays(yesterday, 2)) };
    const twoDaysAgo = Date.now() - 48 * 3_600_000;
    const [newest] = await app.db
      .selectFrom('media')
      .select('media_id')
      .where('account_id', '=', first.id)
      .where('product_type', '<>', 'STORY')
      .orderBy('published_at', 'desc')
      .execute();
    await app.db
      .updateTable('media')
      .set({ published_at: new Date(Date.now() - 3_600_000) })
      .where('account_id', '=', first.id)
      .where('media_id', '=', newest?.media_id ?? '')
      .execute();
    const all = await listAll(recent);
    const young = all.filter(({ timestamp }) => Date.parse(timestamp) > twoDaysAgo);

    const worst = await ask({ ...recent, pick: 'worst', pageSize: 200 });

    expect(young.length).toBeGreaterThan(0);
    expect(worst.young).toBe(young.length);
    for (const { timestamp } of worst.posts) expect(Date.parse(timestamp)).toBeLessThanOrEqual(twoDaysAgo);
  });

  it('have the median of their account and format', async () => {
    const stored = await listStored();
    const { posts } = await ask({ pageSize: 50 });

    for (const { accountId, mediaId, mediaType, usual, timesUsual, metrics } of posts) {
      const kind = stored.find(({ account_id, media_id }) => account_id === accountId && media_id === mediaId);
      const similar = stored
        .filter(
          (row) =>
            row.account_id === accountId &&
            (mediaType === 'carousel') === (row.media_type === 'CAROUSEL_ALBUM') &&
            row.product_type === kind?.product_type,
        )
        .flatMap(({ views }) => views ?? [])
        .sort((one, other) => one - other);
      const median = ((similar[(similar.length - 1) >> 1] ?? 0) + (similar[similar.length >> 1] ?? 0)) / 2;
      expect(usual).toEqual({ median, posts: similar.length, isOfFormat: true });
      expect(timesUsual).toBeCloseTo((metrics.views ?? 0) / median);
    }
  });
});

it('compares posts of a short range with the 90 days to its end', async () => {
  const to = addDays(yesterday, -30);
  const [week, quarter] = await Promise.all(
    [7, 90].map((days) => ask({ isoStart: start(addDays(to, 1 - days)), isoEnd: end(to) })),
  );

  expect(week?.posts.length).toBeGreaterThan(0);
  for (const post of week?.posts ?? []) expect(quarter?.posts).toContainEqual(post);
});

describe('filters', () => {
  it.each([
    ['REEL', 'reel'],
    ['CAROUSEL', 'carousel'],
    ['POST', 'image'],
  ] as const)('list only the format %s', async (format, mediaType) => {
    const { posts, published } = await ask({ filters: { format } });

    expect(posts.length).toBeGreaterThan(0);
    expect(posts.every((post) => post.mediaType === mediaType)).toBe(true);
    expect(published).toBe((await listStored()).length);
  });

  it('add stories on request', async () => {
    const days = { isoStart: start(addDays(yesterday, -6)), isoEnd: end(addDays(yesterday, 2)) };

    const { posts } = await ask({ ...days, filters: { format: 'STORY', withStories: true } });

    expect(posts.length).toBeGreaterThan(0);
    expect(posts.every(({ mediaType }) => mediaType === 'story')).toBe(true);
    expect((await ask({ ...days, filters: { format: 'STORY' } })).total).toBe(0);
  });

  it('list one weekday, by the viewer’s clocks', async () => {
    const timeZone = 'Pacific/Kiritimati';

    const { posts } = await ask({ timeZone, filters: { weekday: 2 } });

    expect(posts.length).toBeGreaterThan(0);
    for (const { timestamp } of posts) {
      const day = dayIn(timeZone, new Date(timestamp));
      expect(new Date(`${day}T12:00:00Z`).getUTCDay()).toBe(2);
    }
  });

  it('list one hashtag in any case', async () => {
    const { hashtags } = await ask();
    const [most] = hashtags;
    if (!most) throw new Error('No post has a hashtag');

    const [lower, upper] = await Promise.all([
      ask({ filters: { hashtag: most.hashtag } }),
      ask({ filters: { hashtag: most.hashtag.toUpperCase() } }),
    ]);

    const tagged = (await listStored()).filter((row) =>
      row.hashtags.some((tag) => tag.toLowerCase() === `#${most.hashtag}`),
    );
    expect(lower.total).toBe(tagged.length);
    expect(upper.total).toBe(tagged.length);
    expect(toIds(lower.posts)).toEqual(toStoredIds(tagged));
    // A post with unknown views is not compared.
    expect(most.posts).toBe(tagged.filter(({ views }) => views !== null).length);
  });

  it('search captions', async () => {
    const [one] = (await ask()).posts;
    const word = one?.caption.split(' ').find((part) => /^\w{5,}$/.test(part));
    if (!word) throw new Error('No caption has a long word');

    const { posts } = await ask({ filters: { query: ` ${word.toUpperCase()} ` } });

    expect(posts.length).toBeGreaterThan(0);
    expect(posts.every(({ caption }) => caption.toLowerCase().includes(word.toLowerCase()))).toBe(true);
  });

  it('list one of the viewer’s labels', async () => {
    const [one] = (await ask()).posts;
    const post = { accountId: one?.accountId ?? '', mediaId: one?.mediaId ?? '' };
    const { id } = await client.call(createLabel, { body: { name: 'People', color: 'red', rule: null } });
    await client.call(labelPosts, { params: { id }, body: { posts: [post], labelled: true } });

    expect(toIds((await ask({ filters: { labelId: id } })).posts)).toEqual([post.mediaId]);
    await expect(ask({ filters: { labelId: crypto.randomUUID() } })).rejects.toMatchObject({
      status: 404,
      code: 'label_not_found',
    });
  });

  it('combine, and limit the groups and the best post as well', async () => {
    const format = 'REEL';
    const whole = await ask({ filters: { format } });

    const { posts, matching, best, formats, weekdays } = await ask({ filters: { format, weekday: 3 } });

    const row = whole.weekdays.find(({ weekday }) => weekday === 3);
    // Groups count posts with views only.
    expect(posts.filter(({ metrics }) => metrics.views !== null).length).toBe(row?.posts);
    expect(matching).toBe(posts.length);
    expect(best).toEqual(posts[0]);
    expect(formats.map((one) => one.format)).toEqual([format]);
    expect(weekdays.filter(({ posts: count }) => count > 0).map(({ weekday }) => weekday)).toEqual([3]);
  });

  it('do not change what is usual', async () => {
    const [alone] = (await ask({ filters: { weekday: 3 } })).posts;
    const whole = (await listAll()).find(({ mediaId }) => mediaId === alone?.mediaId);

    expect(alone?.usual).toEqual(whole?.usual);
  });
});

describe('other posts', () => {
  it('are listed for other days, compared with the range', async () => {
    const listed = { isoStart: start(addDays(yesterday, -29)), isoEnd: end(addDays(yesterday, -3)) };
    const whole = await ask();

    const month = await ask({ listed });

    expect(month.posts.length).toBeGreaterThan(0);
    for (const { timestamp, usual } of month.posts) {
      expect(timestamp >= listed.isoStart && timestamp <= listed.isoEnd).toBe(true);
      expect(whole.posts.map((post) => post.usual)).toContainEqual(usual);
    }
    expect(month.best).toEqual(whole.best);
    expect(month.weekdays).toEqual(whole.weekdays);
  });

  it('are listed by ID, whatever the range and the filters', async () => {
    const { posts } = await ask({ pageSize: 3 });
    const chosen = posts.map(({ accountId, mediaId }) => ({ accountId, mediaId }));
    const week = { isoStart: start(addDays(yesterday, -6)), isoEnd: end(yesterday) };

    const found = await ask({ ...week, posts: chosen, filters: { query: 'no caption has this' } });

    expect(toIds(found.posts)).toEqual(toIds(posts));
    expect(found.total).toBe(3);
  });

  it('are not listed for accounts outside the request', async () => {
    const { posts } = await ask({ pageSize: 50 });
    const other = posts.find(({ accountId }) => accountId === second.id);
    const chosen = [{ accountId: second.id, mediaId: other?.mediaId ?? '' }];

    expect((await ask({ accountIds: [first.id], posts: chosen })).posts).toEqual([]);
  });
});

describe('refusals', () => {
  it('hide accounts from strangers', async () => {
    const stranger = await app.as('cal@sandbox.test');
    await stranger.load();

    await expect(ask({}, stranger)).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
  });

  it.each([
    ['metric', { metric: 'impressions' }],
    ['weekday', { filters: { query: '', withStories: false, weekday: 7 } }],
    ['hashtag', { filters: { query: '', withStories: false, hashtag: "x' or true" } }],
    ['isoStart', { isoStart: end(yesterday), isoEnd: start(addDays(yesterday, -3)) }],
    ['posts', { posts: Array(9).fill({ accountId: '1', mediaId: '1' }) }],
  ])('name the wrong field %s', async (field, change: object) => {
    const refusal = client.call(getPostGallery, { body: { ...request, accountIds: [first.id], ...change } });

    await expect(refusal).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    await expect(refusal.catch((error: { body: unknown }) => JSON.stringify(error.body))).resolves.toContain(field);
  });
});
