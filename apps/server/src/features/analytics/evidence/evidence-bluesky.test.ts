import {
  addDays,
  createApiKey,
  type EvidenceCall,
  getBreakdown,
  getMetricCard,
  getMetricEvidence,
  getPost,
  getPostEvidence,
  getPostsEvidence,
  type CardMetric,
  type PostMetric,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTruth, type StandInTruth, syncBluesky, withBluesky } from '../../../../test/bluesky.ts';
import { connectMcp } from '../../../../test/mcp-client.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { networkMetrics } from '../../../metrics/network-metrics.ts';
import { dayIn } from '../../../platform/clock.ts';

const handle = 'okafor-prints.test';
const zone = 'America/Los_Angeles';
let app: TestApp;
let theo: TestClient;
let accountId: string;
let truth: StandInTruth;
let today: string;

beforeAll(async () => {
  app = await startTestApp({ environment: withBluesky, pollIntervalSeconds: 0.2 });
  theo = await app.withPlan('theo@sandbox.test', 'pro');
  accountId = await syncBluesky(app, theo, handle);
  const { posts, ...account } = await readTruth(app, handle);
  truth = { ...account, posts: posts.toSorted((one, other) => countKinds(other) - countKinds(one)) };
  today = dayIn(zone, new Date());
});
afterAll(() => app.close());

type Post = StandInTruth['posts'][number];

/** Counts the kinds of interactions that a post has. */
const countKinds = ({ likes, replies, reposts, quotes }: Post) =>
  [likes, replies, reposts, quotes].filter((count) => count > 0).length;

const toBody = (days: number) => ({
  startDate: `${addDays(today, 1 - days)}T00:00:00.000Z`,
  endDate: `${today}T23:59:59.999Z`,
  accountIds: [accountId],
});

const explain = (metric: CardMetric, days = 90) =>
  theo.call(getMetricEvidence, { params: { metric }, body: toBody(days) });

const readCard = async (metric: CardMetric, days = 90) => {
  const { startDate: cStart, endDate: cEnd, accountIds } = toBody(days);
  return (await theo.call(getMetricCard, { params: { metric }, body: { cStart, cEnd, accountIds } })).current;
};

const explainPost = (mediaId: string, metric: PostMetric) =>
  theo.call(getPostEvidence, { params: { id: accountId, mediaId, metric }, query: {} });

/** Returns the values at the used places of a call. */
const readUsed = ({ body, used }: EvidenceCall) =>
  used.map((place) => place.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], body));

const sumUsed = (calls: readonly EvidenceCall[]) =>
  calls.flatMap(readUsed).reduce<number>((total, value) => total + Number(value), 0);

describe('a post’s metric at Bluesky', () => {
  it('is explained for each metric by the fields that add up to it', async () => {
    const metrics = networkMetrics.bluesky_account?.posts ?? [];
    for (const { rkey: mediaId, likes, replies, quotes, reposts } of truth.posts.slice(0, 5)) {
      const { figures } = await theo.call(getPost, { params: { id: accountId, mediaId } });
      const total = likes + replies + reposts + quotes;
      const counts: Partial<Record<PostMetric, number[]>> = {
        likes: [likes],
        comments: [replies],
        shares: [quotes],
        reposts: [reposts],
        total_interactions: [likes, replies, reposts, quotes],
      };
      expect(Object.keys(counts).sort()).toEqual([...metrics].sort());
      for (const metric of metrics) {
        const { value, calls, missing, answeredBy } = await explainPost(mediaId, metric);
        expect({ metric, value }).toEqual({ metric, value: figures[metric as keyof typeof figures] });
        expect({ missing, answeredBy }).toEqual({ missing: [], answeredBy: 'Bluesky' });
        expect(calls.map(({ path }) => path)).toEqual(['app.bsky.feed.getAuthorFeed']);
        expect(calls.flatMap(readUsed)).toEqual(counts[metric]);
        expect(sumUsed(calls)).toBe(value);
      }
      expect(figures.total_interactions).toBe(total);
    }
  });

  it('has its numbers in the formula, and a definition for each of its fields', async () => {
    const { rkey, likes, replies, reposts, quotes } = truth.posts[0] as Post; // the sandbox has posts
    expect(likes + replies + reposts + quotes).toBeGreaterThan(0);

    const one = await explainPost(rkey, 'likes');
    const sum = await explainPost(rkey, 'total_interactions');

    expect(one.formula).toBe(`Likes = ${likes}, as Bluesky reports it for the post’s lifetime`);
    expect(sum.formula).toBe(
      `Interactions = likes + comments + reposts + shares = ${likes} + ${replies} + ${reposts} + ${quotes} = ${sum.value}, as Bluesky reports them for the post’s lifetime`,
    );
    expect(sum.definitions.map(({ name }) => name)).toEqual(['likeCount', 'replyCount', 'repostCount', 'quoteCount']);
    expect(one.definitions[0]?.url).toMatch(/^https:\/\/docs\.bsky\.app\//);
  });

  it('shows no other post, and nobody else', async () => {
    const [post] = truth.posts;

    const { calls } = await explainPost(post?.rkey ?? '', 'total_interactions');

    expect(JSON.stringify(calls[0]?.body).match(/at:\/\/[^"]+/g)).toEqual([
      `at://${truth.did}/app.bsky.feed.post/${post?.rkey}`,
    ]);
    expect(JSON.stringify(calls[0]?.body)).not.toMatch(/author|record/);
  });

  it('says what it was before', async () => {
    const [post] = truth.posts;
    const asOf = new Date().toISOString();

    const { before, value } = await theo.call(getPostEvidence, {
      params: { id: accountId, mediaId: post?.rkey ?? '', metric: 'total_interactions' },
      query: { asOf },
    });

    expect(before).toMatchObject({ value, isComplete: true, revisions: [] });
  });
});

describe('an account’s metric at Bluesky', () => {
  it('shows the answer with the followers', async () => {
    const { value, calls, missing, formula } = await explain('followers');

    expect(value).toBe(truth.followers);
    expect(value).toBe(await readCard('followers'));
    expect({ used: calls.flatMap(readUsed), missing }).toEqual({ used: [value], missing: [] });
    expect(calls.map(({ path }) => path)).toEqual(['app.bsky.actor.getProfile']);
    expect(formula).toContain(`= ${value?.toLocaleString('en-US')}, as Bluesky last reported by then`);
  });

  it('has no followers before the account was linked', async () => {
    const { value, isApprox, formula } = await theo.call(getMetricEvidence, {
      params: { metric: 'followers' },
      body: { ...toBody(7), endDate: `${addDays(today, -1)}T23:59:59.999Z` },
    });

    expect({ value, isApprox }).toEqual({ value: null, isApprox: false });
    expect(formula).toMatch(/^No number of followers is stored for /);
  });

  it.each([7, 30, 60])('adds up what posts gained over %i days, and shows their answers', async (days) => {
    const { value, posts, calls, missing, formula } = await explain('total_interactions', days);

    const listed = posts?.listed ?? [];
    expect(value).toBe(await readCard('total_interactions', days));
    expect(listed.length).toBeGreaterThan(0);
    expect(posts?.omitted).toBe(0);
    expect(listed.reduce((sum, one) => sum + (one.value ?? 0), 0)).toBe(value);
    expect(formula).toContain(`= ${value?.toLocaleString('en-US')}. `);
    expect(missing).toEqual([]);
    const totals = listed.map(({ mediaId }) => {
      const post = truth.posts.find(({ rkey }) => rkey === mediaId);
      return post && post.likes + post.replies + post.quotes + post.reposts;
    });
    expect(calls.map((call) => sumUsed([call]))).toEqual(totals);
  });

  it('lists the largest posts of a long range, and how many more there are', async () => {
    const { value, posts } = await explain('total_interactions');

    const values = posts?.listed.map((one) => one.value ?? 0) ?? [];
    expect(value).toBe(await readCard('total_interactions'));
    expect(values).toHaveLength(20);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    expect(posts?.omitted).toBeGreaterThan(0);
  });

  it('shows the posts and the fields of each kind of interaction', async () => {
    const { breakdowns } = await theo.call(getBreakdown, {
      params: { metric: 'total_interactions' },
      body: toBody(60),
    });
    const kinds = breakdowns.find(({ dimensionKeys: [key] }) => key === 'interaction_type')?.results ?? [];
    const fields = { LIKES: 'likeCount', COMMENTS: 'replyCount', SHARES: 'quoteCount', OTHER: 'repostCount' };

    expect(kinds.map(({ dimensionValues: [name] }) => name).sort()).toEqual(Object.keys(fields).sort());
    for (const { value, dimensionValues } of kinds) {
      const name = dimensionValues[0] as keyof typeof fields; // as expected above
      const evidence = await theo.call(getMetricEvidence, {
        params: { metric: 'total_interactions' },
        body: { ...toBody(60), part: { dimension: 'interaction_type', value: name } },
      });
      expect({ name, value: evidence.value, missing: evidence.missing }).toEqual({ name, value, missing: [] });
      expect(evidence.posts?.listed.reduce((sum, one) => sum + (one.value ?? 0), 0)).toBe(value);
      expect(new Set(evidence.calls.flatMap(({ used }) => used.map((place) => place.at(-1))))).toEqual(
        new Set([fields[name]]),
      );
      expect(evidence.formula).toContain(`= ${value.toLocaleString('en-US')}`);
    }
  });

  it('counts the posts', async () => {
    const { value, posts, definitions } = await theo.call(getPostsEvidence, {
      params: { metric: 'published' },
      body: { ...toBody(60), mediaIds: null },
    });

    const first = addDays(today, -59);
    const published = truth.posts.filter(({ at }) => dayIn(zone, new Date(at)) >= first);
    expect(value).toBe(published.length);
    expect(posts?.listed).toHaveLength(published.length);
    expect(definitions.map(({ name }) => name)).toEqual(['app.bsky.feed.getAuthorFeed']);
  });

  it('refuses to say what it was before, by name', async () => {
    const answer = theo.call(getMetricEvidence, {
      params: { metric: 'followers' },
      body: { ...toBody(7), asOf: new Date().toISOString() },
    });

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    await expect(answer).rejects.toThrow('asOf: is not available for accounts at Bluesky');
  });
});

describe('an assistant', () => {
  it('is told the same, and what Bluesky does not count', async () => {
    const { key } = await theo.call(createApiKey, {
      body: { name: 'Assistant', scopes: ['analytics:read', 'posts:read'], expiresInDays: null },
    });
    const mcp = await connectMcp(app.url, key);
    const ask = async (name: string, input: object) => {
      const { text, isError } = await mcp.ask(name, input);
      return isError ? text : (JSON.parse(text) as Record<string, unknown>);
    };
    const range = { from: addDays(today, -59), to: today };
    const [post] = truth.posts;

    const followers = await ask('explain_metric', { metric: 'followers', ...range });
    const interactions = await ask('explain_metric', { metric: 'total_interactions', ...range });
    const likes = await ask('explain_post', { accountId, mediaId: post?.rkey, metric: 'likes' });
    const views = await ask('explain_metric', { metric: 'views', ...range });
    const online = await ask('explain_metric', { metric: 'online_followers', ...range });
    await mcp.client.close();

    expect(followers).toMatchObject({
      value: truth.followers,
      method: 'Stored answers of Bluesky.',
      calls: [{ path: 'app.bsky.actor.getProfile', used: [truth.followers] }],
    });
    expect(interactions).toMatchObject({ value: await readCard('total_interactions', 60) });
    expect(likes).toMatchObject({ value: post?.likes, calls: [{ used: [post?.likes] }] });
    expect(views).toMatch('Bluesky does not count views.');
    expect(online).toMatch('Only Instagram counts online_followers.');
  });
});

it('shows a stranger nothing', async () => {
  const stranger = await app.withPlan('maya@sandbox.test', 'pro');
  const [post] = truth.posts;
  const body = toBody(7);

  const params = { id: accountId, mediaId: post?.rkey ?? '', metric: 'likes' as const };
  for (const ask of [
    () => stranger.call(getMetricEvidence, { params: { metric: 'followers' }, body }),
    () => stranger.call(getPostsEvidence, { params: { metric: 'likes' }, body: { ...body, mediaIds: null } }),
    () => stranger.call(getPostEvidence, { params, query: {} }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 404, code: 'account_not_found' });
});
