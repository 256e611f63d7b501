import {
  addPeer,
  aggregateMedia,
  compareLabels,
  comparePeers,
  createLabel,
  deleteLabel,
  getBestTime,
  getOpportunities,
  getPost,
  maxDocumentPosts,
  mediaMetricNames,
  type PageChoice,
  renderPage,
} from '@tidemark/contract';
import {
  compactNumber,
  comparisonSentence,
  labelMetricText,
  reasonLabels,
  shortNumber,
  shortCaption,
  toAdvice,
  wholeNumber,
} from '@tidemark/presentation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdfSources, readPdfTexts } from '../../../../test/pdf-texts.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startSynced, type WorldAccount } from '../../../../test/world.ts';

const timeZone = 'Europe/Oslo';
let app: TestApp;
let client: TestClient;
let account: WorldAccount;

beforeAll(async () => {
  app = await startTestApp({ pollIntervalSeconds: 0.2 });
  ({ client, account } = await startSynced(app, 'olu@sandbox.test'));
});
afterAll(() => app.close());

function load(choice: unknown, token = client.token): Promise<Response> {
  return fetch(`${app.url}/api/v1${renderPage.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  });
}

async function read(choice: PageChoice): Promise<{ texts: string[]; whole: string; name: string }> {
  const response = await load(choice);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const texts = await readPdfTexts(new Uint8Array(await response.arrayBuffer()));
  return { texts, whole: texts.join(' '), name: response.headers.get('content-disposition') ?? '' };
}

const day = 86_400_000;
const range = {
  cStart: new Date(Date.now() - 90 * day).toISOString(),
  cEnd: new Date(Date.now() - day).toISOString(),
};
const insights = (mediaIds: string[] | null = null): PageChoice => ({
  page: 'post-insights',
  accountIds: [account.id],
  timeZone,
  ...range,
  mediaIds,
});
const aggregate = () =>
  client.call(aggregateMedia, {
    body: {
      startDate: range.cStart,
      endDate: range.cEnd,
      accountIds: [account.id],
      mediaIds: null,
      metricNames: [...mediaMetricNames],
      timeZone,
    },
  });

it('contains every hour of the week in the best-time document', async () => {
  const { hours, online } = await client.call(getBestTime, { body: { accountId: account.id, timeZone, format: null } });

  const { texts, whole, name } = await read({ page: 'best-time', accountId: account.id, timeZone, format: null });

  const shown = (online?.followers ?? []).flatMap((count) => (count === null ? [] : [shortNumber(count)]));
  expect(shown.filter((text) => !texts.includes(text))).toEqual([]);
  expect(hours === null || texts.filter((text) => /^[+−]\d+$|^0$/.test(text)).length > 20).toBe(true);
  expect(whole).toContain('hours in Europe/Oslo');
  expect(name).toMatch(/tidemark-Best-time-to-post-.*\.pdf/);
});

it("contains a post's metrics, scores, course and approximation reasons", async () => {
  const { mediaMetrics } = await aggregate();
  const mediaId = mediaMetrics.find(({ mediaType }) => mediaType !== 'story')?.mediaId ?? '';
  const { post, figures, measurements, scores } = await client.call(getPost, {
    params: { id: account.id, mediaId },
  });

  const { texts, whole } = await read({ page: 'post', accountId: account.id, timeZone, mediaId });

  expect(texts).toContain(wholeNumber(figures.views ?? 0));
  expect(texts).toContain(wholeNumber(figures.likes ?? 0));
  expect(whole).toContain(shortCaption(post.caption).split(' ').slice(0, 3).join(' '));
  const last = measurements.at(-1)?.views ?? null;
  if (last !== null) expect(texts).toContain(wholeNumber(last));
  if (scores.views.percentile !== null) expect(texts).toContain(String(Math.round(scores.views.percentile)));
  for (const reason of scores.views.approx?.reasons ?? []) expect(whole).toContain(reasonLabels[reason].slice(0, 40));
});

it("contains each label card's sentence and groups", async () => {
  const { id } = await client.call(createLabel, { body: { name: 'Reels', color: 'red', rule: { formats: ['reel'] } } });
  const body = { accountIds: [account.id], timeZone, metric: 'views' as const };
  const { labels } = await client.call(compareLabels, {
    body: { ...body, startDate: range.cStart, endDate: range.cEnd },
  });
  const comparison = labels.find(({ labelId }) => labelId === id);
  if (!comparison) throw new Error('The label is not compared');

  const { texts, whole } = await read({ page: 'labels', ...body, ...range });

  const sentence = comparisonSentence({ name: 'Reels', metric: 'views', comparison });
  expect(whole).toContain(sentence.split(' ').slice(0, 6).join(' '));
  const { spread } = comparison.labelled;
  if (comparison.ratio && spread) expect(texts).toContain(labelMetricText('views', spread.median));
  await client.call(deleteLabel, { params: { id } });
});

it("contains the account's and each peer's public metrics", async () => {
  await client.call(addPeer, { body: { accountId: account.id, username: 'sildehavn.kitchen' } });
  const { own, peers } = await client.call(comparePeers, { body: { accountId: account.id } });

  const { texts, whole } = await read({ page: 'peers', accountId: account.id, timeZone });

  expect(peers).toHaveLength(1);
  for (const { followers, postsPerWeek } of [own, ...peers.map(({ figures }) => figures)]) {
    expect(texts).toContain(wholeNumber(followers ?? 0));
    if (postsPerWeek.value !== null) expect(texts).toContain(postsPerWeek.value.toFixed(1));
  }
  expect(whole).toContain('@sildehavn.kitchen');
  expect(whole).toContain('The chart starts on the second day.');
});

it('shows a follower line for each account from the second common day on', async () => {
  const { own, peers } = await client.call(comparePeers, { body: { accountId: account.id } });
  const [peer] = peers;
  const yesterday = own.history.at(-2)?.day;
  if (!peer || !yesterday) throw new Error('Nothing was measured');
  const row = await app.db.selectFrom('peer_day').selectAll().where('peer_id', '=', peer.id).executeTakeFirstOrThrow();
  await app.db
    .insertInto('peer_day')
    .values({ ...row, day: yesterday })
    .execute();

  const { texts, whole } = await read({ page: 'peers', accountId: account.id, timeZone });

  expect(whole).not.toContain('The chart starts');
  // Both begin at 100.
  expect(texts).toContain('100.0');
  // Once in the table and once in the legend.
  expect(texts.filter((text) => text === (peer.name ?? peer.username))).toHaveLength(2);
});

describe('the document of Post Insights', () => {
  it('contains the totals, the posts with the most interactions, and the reasons', async () => {
    const { totals, mediaMetrics } = await aggregate();

    const { texts, whole } = await read(insights());

    expect(texts).toContain(compactNumber(totals.total_interactions ?? 0));
    const shown = mediaMetrics
      .slice(0, maxDocumentPosts)
      .map(({ views }) => (views === null ? '—' : wholeNumber(views)));
    expect(shown.filter((text) => !texts.includes(text))).toEqual([]);
    for (const reason of totals.approx?.reasons ?? []) expect(whole).toContain(reasonLabels[reason].slice(0, 40));
  });

  it('contains the opportunities with their evidence', async () => {
    // Posts without any reels suggest to try some, on any date.
    const mediaIds = (await aggregate()).mediaMetrics
      .filter(({ mediaType }) => !['story', 'reel'].includes(mediaType))
      .map(({ mediaId }) => mediaId);
    const { opportunities } = await client.call(getOpportunities, {
      body: { endDate: range.cEnd, accountIds: [account.id], mediaIds, timeZone },
    });

    const { whole } = await read(insights(mediaIds));

    expect(opportunities.length).toBeGreaterThan(0);
    for (const opportunity of opportunities) {
      const { title } = toAdvice(opportunity, { from: null, to: null, yesterday: '' });
      expect(whole).toContain(title.split(' ').slice(0, 2).join(' '));
    }
  });

  it('is limited to operators', async () => {
    const other = await app.as('maya@sandbox.test');

    expect((await load(insights(), other.token)).status).toBe(403);
  });
});

it('links documents to where their numbers come from', async () => {
  const { mediaMetrics } = await aggregate();
  const one = { accountId: account.id, timeZone };
  const listSources = async (choice: PageChoice) =>
    readPdfSources(new Uint8Array(await (await load(choice)).arrayBuffer()), app.url);

  expect(await listSources({ page: 'post', ...one, mediaId: mediaMetrics[0]?.mediaId ?? '' })).toEqual(['views']);
  expect(await listSources(insights())).toEqual(['posts-reach', 'posts-views', 'posts-total_interactions']);
  expect(await listSources({ page: 'best-time', ...one, format: null })).toEqual(['online_followers']);
});

describe('rejected document', () => {
  it('treats an unlinked account as nonexistent', async () => {
    const other = await app.as('maya@sandbox.test');
    const choice = { page: 'best-time', accountId: account.id, timeZone, format: null };

    const [foreign, unknown] = await Promise.all([
      load(choice, other.token),
      load({ ...choice, accountId: '17' }, other.token),
    ]);

    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(((await foreign.json()) as { error: { code: string } }).error.code).toBe(
      ((await unknown.json()) as { error: { code: string } }).error.code,
    );
  });

  it.each<[string, object, number]>([
    ['of the peers of an account that does not exist', { page: 'peers', accountId: '17' }, 404],
    ['of a post that is not stored', { page: 'post', mediaId: '1' }, 404],
    ['of a page that does not exist', { page: 'system' }, 400],
    ['in a time zone that does not exist', { page: 'best-time', format: null, timeZone: 'Mars/Olympus' }, 400],
  ])('%s', async (_, choice, status) => {
    expect((await load({ accountId: account.id, timeZone, ...choice })).status).toBe(status);
  });
});
