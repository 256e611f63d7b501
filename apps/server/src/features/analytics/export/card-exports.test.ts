import {
  addPeer,
  comparePeers,
  compareLabels,
  createApiKey,
  createLabel,
  getBestTime,
  getMedia,
  getOpportunities,
  getPost,
  listLabelTests,
} from '@tidemark/contract';
import { highlightFigures } from '@tidemark/presentation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportBody, startExporting } from './export.fixtures.ts';

const timeZone = 'Europe/Oslo';
const noUuid = '00000000-0000-4000-8000-000000000000';
let exporting: Awaited<ReturnType<typeof startExporting>>;
let labelIds: string[];
let peerId: string;
let stranger: Awaited<ReturnType<(typeof exporting)['another']>>;

beforeAll(async () => {
  exporting = await startExporting('olu@sandbox.test');
  const { client, account } = exporting;
  const test = { metric: 'reach' as const, accountIds: [account.id] };
  const made = [
    await client.call(createLabel, { body: { name: 'Reels', color: 'red', rule: { formats: ['reel'] }, test } }),
    await client.call(createLabel, { body: { name: 'Weekend', color: 'blue', rule: { weekdays: [0, 6] } } }),
  ];
  labelIds = made.map(({ id }) => id);
  for (const username of ['sildehavn.kitchen', 'brod.og.smor'])
    ({ peerId } = await client.call(addPeer, { body: { accountId: account.id, username } }));
  stranger = await exporting.another();
}, 90_000);
afterAll(() => exporting.app.close());

const send: (typeof exporting)['send'] = (...request) => exporting.send(...request);
const download: (typeof exporting)['download'] = (...request) => exporting.download(...request);
const pick = (rows: readonly object[], ...names: string[]) =>
  rows.map((row) => names.map((name) => (row as Record<string, unknown>)[name]));

/** Some accounts publish hardly anything for a fortnight. */
const longRange = () => exporting.lastDays(60);

describe('export of recent media', () => {
  const load = async () => {
    const { cStart, cEnd, ...comparison } = longRange();
    const { media } = await exporting.client.call(getMedia, {
      body: {
        isoStart: cStart,
        isoEnd: cEnd,
        ...comparison,
        accountIds: [exporting.account.id],
        platform: 'instagram_media',
        filterMode: 'combined',
        timeZone,
      },
    });
    return media;
  };

  it("contains the card's media, their results and the approximation reasons", async () => {
    const media = await load();

    const rows = await download('media', { timeZone, ...longRange() });

    expect(rows.length).toBeGreaterThan(3);
    expect(pick(rows, 'media_id', 'reach', 'interactions', 'reasons', 'previous_views', 'lifetime_likes')).toEqual(
      media.map(({ mediaId, metrics, approx, previousPeriodMetrics, lifetimeMetrics }) => [
        mediaId,
        metrics.reach,
        metrics.total_interactions,
        approx?.reasons.join(' ') ?? null,
        previousPeriodMetrics?.views ?? null,
        lifetimeMetrics.likes,
      ]),
    );
    expect(rows.some((row) => row['approximate'])).toBe(true);
  });

  it('contains totals for the selected media only', async () => {
    const selected = (await load()).slice(1, 3);
    const mediaIds = selected.map(({ mediaId }) => mediaId);

    const totals = await download('media-totals', { timeZone, mediaIds, ...longRange() });

    expect(pick(totals, 'metric', 'media', 'value', 'previous', 'lower', 'upper')).toEqual(
      highlightFigures(selected).map(({ key, value, previous, approx }) => [
        key,
        2,
        value,
        previous,
        approx?.lower ?? null,
        approx?.upper ?? null,
      ]),
    );
    expect((await download('media', { timeZone, mediaIds, ...longRange() })).map((row) => row['media_id'])).toEqual(
      mediaIds,
    );
  });
});

it('exports the same suggestions as the page', async () => {
  const { suggestions } = await exporting.client.call(getBestTime, {
    body: { accountId: exporting.account.id, timeZone, format: null },
  });

  const rows = await download('best-time-suggestions', { timeZone });

  expect(pick(rows, 'hour', 'effect_percent', 'interval_80_low', 'interval_80_high', 'posts')).toEqual(
    suggestions.map(({ hour, percent, low, high, posts }) => [hour, percent, low, high, posts]),
  );
});

it("exports a ranking with the page's posts, scores and marks", async () => {
  const [first] = await download('media', { timeZone, ...longRange() });
  const mediaId = String(first?.['media_id']);
  const { ranking } = await exporting.client.call(getPost, { params: { id: exporting.account.id, mediaId } });

  const rows = await download('post-ranking', { mediaId });

  expect(pick(rows, 'media_id', 'views', 'percentile', 'compared_posts', 'approximate')).toEqual(
    ranking.map((post) => [post.mediaId, post.views, post.score.percentile, post.score.posts, post.score.isApprox]),
  );
});

const toRounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);

it("exports opportunities with the page's evidence", async () => {
  // Some weeks have no opportunity.
  const ranges = [0, 14, 30, 60, 90].map((daysBefore) => exporting.lastDays(14, daysBefore));
  const pages = await Promise.all(
    ranges.map(async (range) => ({
      range,
      ...(await exporting.client.call(getOpportunities, {
        body: { endDate: range.cEnd, accountIds: [exporting.account.id], mediaIds: null, timeZone },
      })),
    })),
  );
  const page = pages.find(({ opportunities }) => opportunities.length > 0);
  const opportunities = page?.opportunities ?? [];

  const rows = await download('insight-opportunities', { timeZone, ...page?.range });

  expect(opportunities.length).toBeGreaterThan(0);
  expect([...new Set(rows.map((row) => row['opportunity']))]).toEqual(opportunities.map(({ kind }) => kind));
  for (const opportunity of opportunities) {
    const values = rows.filter((row) => row['opportunity'] === opportunity.kind).map((row) => row['value']);
    const difference = 'difference' in opportunity ? (opportunity.difference?.percent ?? null) : null;
    // The database may add up in another order each time.
    if (difference !== null) expect(values.map(toRounded)).toContain(toRounded(difference));
    if ('perStory' in opportunity) expect(values).toContain(opportunity.perStory.mean);
    expect(values).toContain('posts' in opportunity ? opportunity.posts : opportunity.stories);
  }
  expect(rows[0]?.['from']).toBe(page?.from);
});

describe('export of labels', () => {
  it('contains every comparison on the page, with the same correction even for one label', async () => {
    const { labels } = await exporting.client.call(compareLabels, {
      body: {
        accountIds: [exporting.account.id],
        startDate: exporting.range.cStart,
        endDate: exporting.range.cEnd,
        timeZone,
        metric: 'reach',
      },
    });

    const rows = await download('labels', { timeZone, labelMetric: 'reach' });
    const one = await download('labels', { timeZone, labelMetric: 'reach', labelId: labelIds[1] ?? '' });

    expect(pick(rows, 'label', 'metric')).toEqual([
      ['Reels', 'reach'],
      ['Weekend', 'reach'],
    ]);
    expect(pick(rows, 'label_id', 'labelled_posts', 'labelled_median', 'other_posts', 'ratio', 'adjusted_p')).toEqual(
      labels.map(({ labelId, labelled, others, ratio, adjustedP }) => [
        labelId,
        labelled.posts,
        labelled.spread?.median ?? null,
        others.posts,
        ratio?.value ?? null,
        adjustedP,
      ]),
    );
    expect(one).toEqual(rows.slice(1));
  });

  it('contains the experiments', async () => {
    const { tests } = await exporting.client.call(listLabelTests, { body: { timeZone } });

    const rows = await download('label-tests', { timeZone });

    expect(pick(rows, 'label_id', 'metric', 'posts')).toEqual(
      tests.map(({ labelId, posts }) => [labelId, 'reach', posts]),
    );
    expect(rows).toHaveLength(1);
  });
});

describe('export of peers', () => {
  it("contains the page's public metrics, days and ranks", async () => {
    const { own, peers, ranks } = await exporting.client.call(comparePeers, {
      body: { accountId: exporting.account.id },
    });

    const rows = await download('peers');
    const days = await download('peer-days');
    const places = await download('peer-ranks');

    const of = (figure: string) => rows.filter((row) => row['figure'] === figure);
    const all = [own, ...peers.map(({ figures }) => figures)];
    expect(pick(of('followers'), 'account', 'value', 'is_own')).toEqual([
      [exporting.account.username, own.followers, true],
      ...peers.map(({ username, figures }) => [username, figures.followers, false]),
    ]);
    expect(pick(of('likes_per_post'), 'value', 'missing')).toEqual(
      all.map(({ likesPerPost }) => [likesPerPost.value, likesPerPost.missing]),
    );
    expect(pick(of('growth_30_days').slice(0, 2), 'unit', 'value', 'missing')).toEqual([
      ['followers', own.growth[1]?.change, own.growth[1]?.missing],
      ['percent', own.growth[1]?.percent, own.growth[1]?.missing],
    ]);
    expect(pick(days, 'day', 'followers')).toEqual(
      all.flatMap(({ history }) => history.map(({ day, followers }) => [day, followers])),
    );
    expect(places.map((row) => row['percentile'])).toEqual(
      Object.values(ranks).map((rank) => rank?.percentile ?? null),
    );
  });

  it('contains only the chosen peers', async () => {
    const rows = await download('peers', { peerIds: [peerId] });

    expect(new Set(rows.map((row) => row['peer_id']))).toEqual(new Set([null, peerId]));
  });
});

describe('rejected card export', () => {
  it.each<[string, Partial<ExportBody>, number]>([
    ['of a label that does not exist', { sections: ['labels'], labelId: noUuid }, 404],
    ['of a peer that does not exist', { sections: ['peers'], peerIds: [noUuid] }, 404],
    ['of media that are not stored', { sections: ['media'], mediaIds: ['1'] }, 404],
    ['of opportunities of posts that are not stored', { sections: ['insight-opportunities'], mediaIds: ['1'] }, 404],
    ['of the ranking of a post that is not stored', { sections: ['post-ranking'], mediaId: '1' }, 404],
    ['of the peers of two accounts', { sections: ['peer-days'], accountIds: ['1', '2'] }, 400],
    ['of suggestions for two accounts', { sections: ['best-time-suggestions'], accountIds: ['1', '2'] }, 400],
  ])('%s', async (_, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  it("hides another user's labels and peers as if they did not exist", async () => {
    const { client, account } = stranger;
    const own = { accountIds: [account.id] };

    const label = await send({ ...own, sections: ['labels'], labelId: labelIds[0] ?? '' }, { token: client.token });
    const tests = await send({ ...own, sections: ['label-tests'] }, { token: client.token });
    const peer = await send({ ...own, sections: ['peers'], peerIds: [peerId] }, { token: client.token });
    const foreign = await send({ sections: ['peers'] }, { token: client.token });

    expect([label.status, peer.status, foreign.status]).toEqual([404, 404, 404]);
    expect(await tests.json()).toMatchObject({ sections: { 'label-tests': [] } });
  });

  it('exports opportunities, but no other insights, to non-operators', async () => {
    const { client, account } = stranger;
    const statusOf = async (section: ExportBody['sections'][number]) =>
      (await send({ sections: [section], accountIds: [account.id] }, { token: client.token })).status;

    expect(await statusOf('insight-opportunities')).toBe(200);
    expect(await statusOf('insight-posts')).toBe(403);
  });

  it('rejects posts or labels with an API key that lacks their scope', async () => {
    const { key } = await exporting.client.call(createApiKey, {
      body: { name: 'Sheet', scopes: ['analytics:read'], expiresInDays: 1 },
    });
    const statusOf = async (section: ExportBody['sections'][number]) =>
      (await send({ sections: [section], mediaId: '1' }, { token: key })).status;

    const closed = ['media', 'media-totals', 'post-ranking', 'insight-opportunities', 'labels', 'label-tests'] as const;
    expect(await Promise.all(closed.map(statusOf))).toEqual(closed.map(() => 403));
    expect(await statusOf('peers')).toBe(200);
  });
});
