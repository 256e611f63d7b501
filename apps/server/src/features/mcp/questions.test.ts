import {
  addDays,
  addPeer,
  comparePeers,
  createAnnotation,
  createApiKey,
  getBestTime,
  getMetricCard,
  listDays,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { endOfRange, rangeBefore, startOfRange } from '../../../test/judge-overview.ts';
import { connectMcp } from '../../../test/mcp-client.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { maxAnswerLength } from './answer.ts';
import { total, trueCard, Truth, type DayRange, type TruePost } from '../../../test/true-figures.ts';
import { startSynced, worldToday, type WorldAccount } from '../../../test/world.ts';

/** Questions by a social-media manager, answered through the tools alone and compared with the truth. */
let app: TestApp;
let maya: TestClient;
let account: WorldAccount;
let mcp: Awaited<ReturnType<typeof connectMcp>>;
let truth: Truth;
let yesterday: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ client: maya, account } = await startSynced(app, 'maya@sandbox.test'));
  const { key } = await maya.call(createApiKey, {
    body: { name: 'Assistant', scopes: ['analytics:read', 'posts:read'], expiresInDays: null },
  });
  mcp = await connectMcp(app.url, key);
  truth = new Truth(app);
  yesterday = addDays(await worldToday(app), -1);
});
afterAll(async () => {
  await mcp.client.close();
  await app.close();
});

const lastDays = (days: number): DayRange => ({ from: addDays(yesterday, 1 - days), to: yesterday });
/** Posts of this range no longer change. */
const longAgo = (): DayRange => ({ from: addDays(yesterday, -300), to: addDays(yesterday, -200) });

const Value = z.object({
  value: z.number(),
  unit: z.string(),
  exact: z.boolean(),
  lower: z.number().nullish(),
  upper: z.number().nullish(),
  previous: z.number().nullable(),
  evidence: z.object({ path: z.string() }).optional(),
});
const Posts = z.object({
  posts: z.array(z.object({ mediaId: z.string(), reach: z.number().nullable(), likes: z.number().nullable() })),
  paging: z.object({ total: z.number() }),
});

function expectTrue(answer: z.output<typeof Value>, value: number): void {
  if (answer.exact) return expect(answer.value).toBeCloseTo(value, 2);
  expect(value).toBeGreaterThanOrEqual((answer.lower ?? -Infinity) - 0.001);
  expect(value).toBeLessThanOrEqual((answer.upper ?? Infinity) + 0.001);
}

async function listPublished({ from, to }: DayRange): Promise<TruePost[]> {
  const posts = await truth.posts(account.id);
  return posts.filter(({ day, kind, owner }) => day >= from && day <= to && kind !== 'story' && owner !== '');
}

it('how many followers do we have?', async () => {
  const answer = await mcp.read(Value, 'get_metric', { metric: 'followers', ...lastDays(7) });

  const day = await truth.day(account.id, yesterday);
  expect(answer).toMatchObject({ value: day?.followersEnd, unit: 'followers', exact: true });
});

it('explains that a change is not known yet, and asks for patience', async () => {
  const Changed = z.object({
    changePercent: z.number().nullable(),
    changeState: z.string(),
    changeStates: z.record(z.string(), z.string()).optional(),
  });

  const answer = await mcp.read(Changed, 'get_metric', { metric: 'reach', ...lastDays(11) });

  expect(answer).toMatchObject({ changePercent: null, changeState: 'comparing' });
  expect(answer.changeStates?.['comparing']).toContain('Ask again in a minute');
});

it('how often was our content viewed last week?', async () => {
  const answer = await mcp.read(Value, 'get_metric', { metric: 'views', ...lastDays(7) });

  const figures = await truth.figures(account.id, lastDays(7));
  expect(answer).toMatchObject({ value: total(figures.days, ({ views }) => views), unit: 'views', exact: true });
  expect(answer.evidence?.path).toBe('POST /api/v1/metrics/account/evidence/views');
});

it('how many people did we reach in four weeks?', async () => {
  const answer = await mcp.read(Value, 'get_metric', { metric: 'reach', ...lastDays(28) });

  expect(answer.unit).toBe('people');
  expectTrue(answer, (await truth.figures(account.id, lastDays(28))).reach);
});

it('is our engagement rate better than in the four weeks before?', async () => {
  const answer = await mcp.read(Value, 'get_metric', { metric: 'engagement-rate', ...lastDays(28) });

  const [now, before] = await Promise.all(
    [lastDays(28), rangeBefore(lastDays(28))].map(async (range) =>
      trueCard('engagement-rate', [await truth.figures(account.id, range)]),
    ),
  );
  expectTrue(answer, now ?? NaN);
  expect((answer.previous ?? NaN) < answer.value).toBe((before ?? NaN) < (now ?? NaN));
});

it('which day of the last month had the most views?', async () => {
  const Series = z.object({ days: z.record(z.string(), z.array(z.tuple([z.string(), z.number()]))) });
  const { days } = await mcp.read(Series, 'get_series', { metric: 'views', ...lastDays(30) });

  const best = days[account.id]?.toSorted((one, other) => other[1] - one[1])[0];
  const figures = await truth.figures(account.id, lastDays(30));
  const trueBest = figures.days.toSorted((one, other) => other.views - one.views)[0];
  expect(listDays(lastDays(30).from, yesterday)).toHaveLength(days[account.id]?.length ?? 0);
  expect(best).toEqual([trueBest?.day, trueBest?.views]);
});

it('how many of our views come from reels?', async () => {
  const Breakdown = z.object({
    value: z.number(),
    breakdowns: z.array(z.object({ by: z.string(), parts: z.record(z.string(), z.number()) })),
  });
  const { breakdowns } = await mcp.read(Breakdown, 'get_breakdown', { metric: 'views', ...lastDays(28) });

  const parts = breakdowns.find(({ by }) => by === 'media_product_type')?.parts;
  const figures = await truth.figures(account.id, lastDays(28));
  expect(parts?.['REEL']).toBe(total(figures.days, ({ cells }) => cells.views['REEL'] ?? 0));
});

it('which post reached the most people in spring?', async () => {
  const { posts } = await mcp.read(Posts, 'list_posts', { ...longAgo(), sortBy: 'reach' });

  const [best] = (await listPublished(longAgo()))
    .filter(({ hasInsights, owner }) => hasInsights && owner === account.username)
    .toSorted((one, other) => other.totals.reach - one.totals.reach);
  expect(posts[0]).toMatchObject({ mediaId: best?.id, reach: best?.totals.reach });
});

it('how many reels did we publish?', async () => {
  const { paging } = await mcp.read(Posts, 'list_posts', { ...longAgo(), format: 'REEL' });

  expect(paging.total).toBeGreaterThan(0);
  expect(paging.total).toBe((await listPublished(longAgo())).filter(({ kind }) => kind === 'reel').length);
});

it('how many likes and comments does a post have?', async () => {
  const post = (await listPublished(longAgo())).find(({ hidesLikes, hasInsights }) => hasInsights && !hidesLikes);
  const Post = z.object({ totals: z.object({ likes: z.number(), comments: z.number() }) });

  const { totals } = await mcp.read(Post, 'get_post', { accountId: account.id, mediaId: post?.id });

  expect(totals).toEqual({ likes: post?.totals.likes, comments: post?.totals.comments });
});

it('when should we post?', async () => {
  const Suggestions = z.object({
    answer: z.object({ level: z.string(), hour: z.number() }).nullable(),
    suggestions: z.array(z.object({ weekday: z.string(), hour: z.number(), betterPercent: z.number() })),
    posts: z.number(),
  });
  const input = { accountId: account.id, timeZone: 'Europe/Berlin', format: null };
  const answer = await mcp.read(Suggestions, 'get_best_time', input);

  const shown = await maya.call(getBestTime, { body: input });
  expect(answer.answer).toEqual(shown.answer && { level: shown.answer.level, hour: shown.answer.hour });
  expect(answer.posts).toBe(shown.posts);
  expect(answer.suggestions.map(({ hour }) => hour)).toEqual(shown.suggestions.map(({ hour }) => hour));
  expect(answer.suggestions.map(({ betterPercent }) => betterPercent)).toEqual(
    shown.suggestions.map(({ percent }) => expect.closeTo(percent, 3)),
  );
});

it('what happened on that day?', async () => {
  const Happened = z.object({ items: z.array(z.record(z.string(), z.unknown())), notice: z.string() });
  const [post] = await listPublished(longAgo());
  const day = post?.day ?? '';
  await maya.call(createAnnotation, {
    body: { accountId: null, firstDay: day, lastDay: addDays(day, 1), text: 'Price change', color: 'teal' },
  });

  const { items } = await mcp.read(Happened, 'list_annotations', { from: day, to: day });

  expect(items).toEqual([
    { kind: 'annotation', accountId: null, firstDay: day, lastDay: addDays(day, 1), quoted: { text: 'Price change' } },
    { kind: 'published', firstDay: day, posts: expect.any(Number) },
  ]);
});

it('do we grow faster than similar accounts, and do our followers engage more?', async () => {
  await app.withPlan('maya@sandbox.test', 'agency');
  for (const username of ['sildehavn.kitchen', 'brod.og.smor', 'vidda.gear', 'okafor.coffee', 'silent.window'])
    await maya.call(addPeer, { body: { accountId: account.id, username } });
  const Figures = z.object({
    followers: z.number(),
    growth: z.record(z.string(), z.object({ percent: z.number().optional(), missing: z.string().optional() })),
    engagementPerFollower: z.number().nullable(),
  });
  const Compared = z.object({
    own: Figures,
    peers: z.array(Figures.extend({ username: z.string(), state: z.string() })),
    percentiles: z.record(z.string(), z.object({ percentile: z.number(), peers: z.number() }).nullable()),
    missingReasons: z.record(z.string(), z.string()),
    notShown: z.array(z.string()),
    paging: z.object({ total: z.number() }),
  });

  const answer = await mcp.read(Compared, 'compare_peers', { accountId: account.id });

  const { text } = await mcp.ask('compare_peers', { accountId: account.id });
  expect(text.length).toBeLessThanOrEqual(maxAnswerLength);
  const values = answer.peers.flatMap(({ engagementPerFollower: value }) => (value === null ? [] : [value]));
  const own = answer.own.engagementPerFollower ?? NaN;
  expect(values.length).toBeGreaterThanOrEqual(3);
  expect(answer.paging.total).toBe(answer.peers.length);
  expect(answer.percentiles['engagementPerFollower']).toEqual({
    percentile: Math.round((values.filter((value) => value < own).length / values.length) * 100),
    peers: values.length,
  });
  // Growth relative to peers is unknown on the first day, and the answer says why.
  expect(answer.own.growth['30']?.percent).toEqual(expect.any(Number));
  expect(answer.peers.map(({ growth }) => growth['30'])).toEqual(
    answer.peers.map(() => ({ missing: 'history_too_short' })),
  );
  expect(answer.percentiles['growth']).toBeNull();
  expect(answer.missingReasons['history_too_short']).toContain('the day a peer is added');
  expect(answer.notShown.join()).toContain('Reach');
  const shown = await maya.call(comparePeers, { body: { accountId: account.id } });
  expect(answer.peers.map(({ username, followers }) => [username, followers])).toEqual(
    shown.peers.map(({ username, figures }) => [username, figures.followers]),
  );
  expect(own).toBe(shown.own.engagementPerFollower.value);
});

it('returns the same values as the screens', async () => {
  const Overview = z.object({ metrics: z.array(Value.extend({ metric: z.string() })) });
  const period = lastDays(28);
  const before = rangeBefore(period);

  const { metrics } = await mcp.read(Overview, 'get_overview', period);
  const compared = await mcp.ask('compare_accounts', period);

  for (const metric of ['followers', 'views', 'reach', 'total_interactions', 'virality-score'] as const) {
    const card = await maya.call(getMetricCard, {
      params: { metric },
      body: {
        cStart: startOfRange(period.from),
        cEnd: endOfRange(period.to),
        pStart: startOfRange(before.from),
        pEnd: endOfRange(before.to),
        accountIds: [account.id],
      },
    });
    const value = expect.closeTo(card.current, 3);
    expect(metrics.find((one) => one.metric === metric)).toMatchObject({ value, exact: !card.isApprox });
    expect(JSON.parse(compared.text)).toMatchObject({ accounts: [{ metrics: { [metric]: { value } } }] });
  }
});
