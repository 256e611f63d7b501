import {
  aggregateMedia,
  createApiKey,
  getBestTime,
  getPost,
  type MediaAggregate,
  mediaMetricNames,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportBody, startExporting } from './export.fixtures.ts';

let exporting: Awaited<ReturnType<typeof startExporting>>;

beforeAll(async () => void (exporting = await startExporting('olu@sandbox.test')));
afterAll(() => exporting.app.close());

const send: (typeof exporting)['send'] = (...request) => exporting.send(...request);
const download: (typeof exporting)['download'] = (...request) => exporting.download(...request);

function aggregate(mediaIds: string[] | null = null): Promise<MediaAggregate> {
  const { cStart, cEnd, ...comparison } = exporting.range;
  return exporting.client.call(aggregateMedia, {
    body: {
      startDate: cStart,
      endDate: cEnd,
      ...comparison,
      accountIds: [exporting.account.id],
      mediaIds,
      metricNames: [...mediaMetricNames],
    },
  });
}

async function findMediaId(): Promise<string> {
  const { mediaMetrics } = await aggregate();
  const post = mediaMetrics.find(({ mediaType }) => mediaType !== 'story');
  if (!post) throw new Error('The account has no post in the range');
  return post.mediaId;
}

it('exports the best time with every hour of the week shown on the page', async () => {
  const timeZone = 'Europe/Oslo';
  const { hours, online, suggestions } = await exporting.client.call(getBestTime, {
    body: { accountId: exporting.account.id, timeZone, format: 'reel' },
  });

  const rows = await download('best-time', { timeZone, bestTimeFormat: 'reel' });

  expect(rows).toHaveLength(168);
  expect(rows.map((row) => row['followers_online'])).toEqual(
    online?.followers ?? Array.from({ length: 168 }).fill(null),
  );
  expect(rows.map((row) => row['effect_percent'])).toEqual(
    hours?.map(({ effect }) => effect?.percent ?? null) ?? Array.from({ length: 168 }).fill(null),
  );
  expect(rows.filter((row) => row['suggested'])).toHaveLength(suggestions.length);
  expect(rows[25]).toMatchObject({ weekday: 'Monday', hour: 1, time_zone: timeZone, format: 'reel' });
});

it("exports a post with the page's course, scores and metrics", async () => {
  const mediaId = await findMediaId();
  const page = await exporting.client.call(getPost, { params: { id: exporting.account.id, mediaId } });

  const course = await download('post-course', { mediaId });
  const scores = await download('post-scores', { mediaId });
  const figures = await download('post-figures', { mediaId });

  const views = course.filter((row) => row['metric'] === 'views');
  expect(views.flatMap((row) => (row['value'] === null ? [] : [row['value']]))).toEqual(
    page.measurements.flatMap((one) => (one.views === null ? [] : [one.views])),
  );
  expect(views.flatMap((row) => (row['usual_median'] === null ? [] : [row['usual_median']]))).toEqual(
    (page.bands.views ?? []).map(({ median }) => median),
  );
  expect(scores.find((row) => row['metric'] === 'views')).toMatchObject({
    percentile: page.scores.views.percentile,
    approximate: page.scores.views.isApprox,
  });
  expect(Object.fromEntries(figures.map((row) => [row['metric'], row['value']]))).toEqual(page.figures);
});

describe('export of Post Insights', () => {
  it("contains the page's values", async () => {
    const page = await aggregate();

    const totals = await download('insight-totals');
    const days = await download('insight-days');
    const posts = await download('insight-posts');
    const formats = await download('insight-formats');

    // Their number depends on the week.
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.map((row) => [row['media_id'], row['views'], row['reach']])).toEqual(
      page.mediaMetrics.map(({ mediaId, views, reach }) => [mediaId, views, reach]),
    );
    expect(days.map((row) => [row['day'], row['total_interactions']])).toEqual(
      page.dailyMetrics.map(({ date, total_interactions }) => [date, total_interactions]),
    );
    expect(formats.map((row) => [row['format'], row['posts']])).toEqual(
      page.formats.map(({ mediaType, posts: count }) => [mediaType, count]),
    );
    expect(totals.find((row) => row['metric'] === 'reach')).toMatchObject({
      value: page.totals.reach,
      approximate: page.totals.reachIsApprox,
      reasons: page.totals.reachApprox?.reasons.join(' ') ?? null,
      previous: page.previousTotals?.reach ?? null,
    });
  });

  it('contains only the selected posts', async () => {
    const mediaId = await findMediaId();

    const posts = await download('insight-posts', { mediaIds: [mediaId, mediaId] });

    expect(posts.map((row) => row['media_id'])).toEqual([mediaId]);
  });

  it('rejects non-operators', async () => {
    const user = await exporting.app.as('maya@sandbox.test');

    const response = await send({ sections: ['insight-posts'] }, { token: user.token });

    expect(response.status).toBe(403);
  });
});

describe('rejected page export', () => {
  it.each<[string, Partial<ExportBody>, number]>([
    ['of a post that is not stored', { sections: ['post-course'], mediaId: '1' }, 404],
    ['of selected posts that are not stored', { sections: ['insight-days'], mediaIds: ['1'] }, 404],
    ['of a post without its ID', { sections: ['post-figures'] }, 400],
    ['of the best time of two accounts', { sections: ['best-time'], accountIds: ['1', '2'] }, 400],
  ])('%s', async (_, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  it('rejects an API key without access to posts', async () => {
    const mediaId = await findMediaId();
    const { key } = await exporting.client.call(createApiKey, {
      body: { name: 'Sheet', scopes: ['analytics:read'], expiresInDays: 1 },
    });

    expect((await send({ sections: ['post-course'], mediaId }, { token: key })).status).toBe(403);
    expect((await send({ sections: ['best-time'] }, { token: key })).status).toBe(200);
  });
});
