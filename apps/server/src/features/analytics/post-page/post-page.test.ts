import { comparedStories, dayMillis, getPost, getStoryDay, minComparedPosts } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { dayIn } from '../../../platform/clock.ts';
import { toPresentLevel } from '../formulas/level-trend.ts';
import { median } from '../formulas/sample.ts';
import { listWorldAccounts, trueMedia, type WorldAccount, type WorldMedia } from '../../../../test/world.ts';

const days = 22;
const hourMillis = 3_600_000;
let app: FaultApp;
let client: TestClient;
let account: WorldAccount;
let media: WorldMedia[];
beforeAll(async () => {
  const crowd = { owner: 'ines' as const, accounts: 1, days: 200, followers: 5_000, postsPerWeek: 20 };
  app = await startFaultApp({ start: new Date('2026-03-20T18:00:00Z'), sandboxOptions: { crowd } });
  const busy = (await listWorldAccounts(app, 'ines@sandbox.test')).find(({ username }) =>
    username.startsWith('crowd.'),
  );
  if (!busy) throw new Error('The sandbox has no crowd');
  account = busy;
  await app.begin(account);
  await app.pass(days);
  client = await app.as('ines@sandbox.test');
  media = await trueMedia(app, account.id);
}, 120_000);
afterAll(() => app.close());

const load = (mediaId: string) => client.call(getPost, { params: { id: account.id, mediaId } });
const age = ({ publishedAt }: WorldMedia) => app.time.now().getTime() - Date.parse(publishedAt);

describe('post page', () => {
  it("returns a post's metrics and course as reported by Instagram", async () => {
    const young = media.find((one) => one.kind === 'reel' && age(one) > 3 * dayMillis && age(one) < 8 * dayMillis);
    if (!young) throw new Error('There is no young reel');

    const { post, figures, measurements, scores } = await load(young.id);

    expect(post).toMatchObject({ mediaId: young.id, accountId: account.id, mediaType: 'reel', isGone: false });
    const synced = (await trueMedia(app, account.id, new Date(post.syncedAt))).find(({ id }) => id === young.id);
    expect(figures).toMatchObject({
      views: synced?.totals.views,
      reach: synced?.totals.reach,
      total_interactions: synced?.totals.totalInteractions,
    });
    expect(measurements.length).toBeGreaterThan(4);
    expect(measurements.at(-1)?.views).toBe(synced?.totals.views);
    const views = measurements.map((one) => one.views ?? 0);
    expect(views).toEqual(views.toSorted((one, other) => one - other));
    expect(scores.views.basis).toBe('same_age');
  });

  it('names the posts published just before and after it, which name it in turn', async () => {
    const posts = media
      .filter(({ kind }) => kind !== 'story')
      .toSorted((one, other) => Date.parse(one.publishedAt) - Date.parse(other.publishedAt));
    const [first, middle, last] = [posts[0]!, posts[Math.floor(posts.length / 2)]!, posts.at(-1)!];

    const { earlier, later } = (await load(middle.id)).neighbours;

    expect((await load(earlier ?? '')).neighbours.later).toBe(middle.id);
    expect((await load(later ?? '')).neighbours.earlier).toBe(middle.id);
    expect((await load(first.id)).neighbours.earlier).toBeNull();
    expect((await load(last.id)).neighbours.later).toBeNull();
  });

  it('scores a post at its age against earlier posts in its format, with their number', async () => {
    const scored = [];
    for (const one of media.filter((other) => other.kind === 'reel' && age(other) < 5 * dayMillis))
      scored.push(await load(one.id));
    const found = scored.find(({ scores }) => scores.views.percentile !== null);
    if (!found) throw new Error(JSON.stringify(scored.map(({ scores }) => scores.views)));

    const { scores, bands } = found;

    expect(scores.views.posts).toBeGreaterThanOrEqual(minComparedPosts);
    expect(bands.views.length).toBeGreaterThan(0);
    for (const point of bands.views) expect(point.low).toBeLessThanOrEqual(point.high);
  });

  it('has no curve before the first sync, and compares lifetime totals, marked as approximate', async () => {
    const old = media.find((one) => one.kind === 'reel' && age(one) > 60 * dayMillis && age(one) < 90 * dayMillis);
    const { measurements, scores } = await load(old?.id ?? '');

    expect(measurements).toEqual([]);
    expect(scores.views).toMatchObject({
      basis: 'lifetime',
      missing: null,
      isApprox: true,
      approx: { reasons: ['different_ages'] },
    });
    const before = media
      .filter((one) => one.kind === 'reel' && one.publishedAt < (old?.publishedAt ?? ''))
      .sort((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1))
      .slice(0, 30);
    const { values, change } = toPresentLevel(before.map(({ totals }) => totals.views));
    const less = values.filter((views) => views < (old?.totals.views ?? 0)).length;
    expect(scores.views.posts).toBe(before.length);
    expect(Math.abs((scores.views.percentile ?? 0) - (less / before.length) * 100)).toBeLessThan(4);
    expect(Math.abs((scores.views.levelChange ?? 0) - change)).toBeLessThan(5);
  });

  it('explains a missing score with too few earlier posts', async () => {
    const first = media
      .filter((one) => one.kind === 'reel')
      .sort((one, other) => (one.publishedAt < other.publishedAt ? -1 : 1))[2];
    const { scores, bands } = await load(first?.id ?? '');

    expect(scores.views).toMatchObject({ percentile: null, missing: 'not_enough_posts', posts: 2, isApprox: false });
    expect(bands.views).toEqual([]);
  });

  it("ranks a format's latest posts, best first", async () => {
    const reel = media.find((one) => one.kind === 'reel');
    const { ranking } = await load(reel?.id ?? '');

    expect(ranking.length).toBe(Math.min(30, media.filter((one) => one.kind === 'reel').length));
    expect(ranking.every(({ mediaType }) => mediaType === 'reel')).toBe(true);
    const ranks = ranking.map(({ score }) => score.percentile ?? -1);
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
    expect(Math.max(...ranks)).toBeGreaterThan(50);
  });
});

describe('stories of a day', () => {
  const zone = 'Asia/Tokyo';
  const loadDay = (mediaId: string, timeZone?: string) =>
    client.call(getStoryDay, { params: { id: account.id, mediaId }, query: timeZone ? { timeZone } : {} });
  /** Twelve stories, six hours apart, the last of them an hour ago: the sandbox's busy account publishes none. */
  beforeAll(async () => {
    const [row] = await app.db.selectFrom('media').selectAll().where('account_id', '=', account.id).limit(1).execute();
    if (!row) throw new Error('The account has no post');
    const stories = Array.from({ length: 12 }, (_, index) => {
      const publishedAt = new Date(app.time.now().getTime() - (1 + 6 * (11 - index)) * hourMillis);
      return {
        ...row,
        media_id: `17990000${index}`,
        media_type: 'IMAGE' as const,
        product_type: 'STORY' as const,
        published_at: publishedAt,
        published_day: dayIn('America/Los_Angeles', publishedAt),
        reach: 100 + index,
        exits: index,
        taps_forward: 50 + index,
        taps_back: 2 * index,
        swipes_forward: 3 * index,
      };
    });
    await app.db.insertInto('media').values(stories).execute();
  });
  const listStored = () =>
    app.db
      .selectFrom('media')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('product_type', '=', 'STORY')
      .orderBy('published_at')
      .execute();

  it('are in their order, with what Instagram reports of each', async () => {
    const stored = await listStored();
    const byDay = [...Map.groupBy(stored, (one) => dayIn(zone, one.published_at))];
    const [day, stories] = byDay.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? ['', []];

    const answer = await loadDay(stories[1]?.media_id ?? '', zone);

    expect(stories.length).toBeGreaterThan(1);
    expect(answer.day).toBe(day);
    expect(answer.stories.map(({ mediaId }) => mediaId)).toEqual(stories.map((one) => one.media_id));
    expect(answer.stories[1]).toMatchObject({
      mediaType: 'story',
      reach: stories[1]?.reach,
      exits: stories[1]?.exits,
      taps_forward: stories[1]?.taps_forward,
      taps_back: stories[1]?.taps_back,
      swipes_forward: stories[1]?.swipes_forward,
    });
    expect(answer.stories.some(({ reach }) => (reach ?? 0) > 0)).toBe(true);
  });

  it('use Instagram’s days without a time zone', async () => {
    const last = (await listStored()).at(-1);

    const { day, stories } = await loadDay(last?.media_id ?? '');

    expect(day).toBe(last?.published_day);
    expect(stories.at(-1)?.mediaId).toBe(last?.media_id);
  });

  it('are compared with the median of earlier stories that have ended, if there are enough', async () => {
    const stored = await listStored();
    const [first, last] = [stored[0], stored.at(-1)];
    const ended = stored.filter(
      (one) =>
        one.published_at < (last?.published_at ?? new Date(0)) &&
        app.time.now().getTime() - one.published_at.getTime() > dayMillis &&
        one.reach !== null,
    );
    const expected = ended.slice(-comparedStories).map(({ reach }) => reach ?? 0);

    expect((await loadDay(first?.media_id ?? '')).usualReach).toBeNull();
    expect((await loadDay(last?.media_id ?? '')).usualReach).toEqual({
      median: median(expected),
      stories: expected.length,
    });
  });

  it('exist for stories of the caller’s accounts only', async () => {
    const stranger = await app.as('theo@sandbox.test');
    const story = (await listStored()).at(-1)?.media_id ?? '';
    const reel = media.find((one) => one.kind === 'reel')?.id ?? '';

    for (const id of ['17900000000000000', reel])
      await expect(loadDay(id)).rejects.toMatchObject({ code: 'media_not_found' });
    await expect(
      stranger.call(getStoryDay, { params: { id: account.id, mediaId: story }, query: {} }),
    ).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(loadDay(story, 'Mars/Olympus')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it('refuses an unknown post, a post of another account, and a stranger', async () => {
  const stranger = await app.as('theo@sandbox.test');
  const [one] = media;

  await expect(load('17900000000000000')).rejects.toMatchObject({ code: 'media_not_found' });
  await expect(stranger.call(getPost, { params: { id: account.id, mediaId: one?.id ?? '' } })).rejects.toMatchObject({
    code: 'account_not_found',
  });
});
