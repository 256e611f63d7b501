import {
  cardMetrics,
  compareAccounts,
  createApiKey,
  createLabel,
  exportFigures,
  getBreakdown,
  getLatestMetric,
  getMediaActivity,
  getMetricCard,
  getTimeseries,
  listMediaOfRange,
  overviewMetrics,
  queryPosts,
  type EndpointRequest,
} from '@tidemark/contract';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readZip } from '../../../../test/read-zip.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startSynced, worldToday, type WorldAccount } from '../../../../test/world.ts';

type Body = EndpointRequest<typeof exportFigures>['body'];

const email = 'maya@sandbox.test';
const day = 86_400_000;
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let range: { cStart: string; cEnd: string; pStart: string; pEnd: string };

beforeAll(async () => {
  app = await startTestApp();
  ({ client, account } = await startSynced(app, email));
  // It ends with the running day, so that values are approximate.
  const today = Date.parse(await worldToday(app));
  const start = (days: number) => new Date(today - days * day).toISOString();
  const end = (days: number) => new Date(today - (days - 1) * day - 1).toISOString();
  range = { cStart: start(13), cEnd: end(0), pStart: start(27), pEnd: end(14) };
});
afterAll(() => app.close());

function send(body: Partial<Body>, { token = client.token, signal }: { token?: string; signal?: AbortSignal } = {}) {
  return fetch(`${app.url}/api/v1${exportFigures.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ format: 'json', sections: ['metrics'], ...range, accountIds: [account.id], ...body }),
    ...(signal && { signal }),
  });
}

type Cells = Record<string, unknown>;

async function download(section: Body['sections'][number], body: Partial<Body> = {}): Promise<Cells[]> {
  const response = await send({ sections: [section], ...body });
  expect(response.status).toBe(200);
  const { sections } = (await response.json()) as { sections: Record<string, Cells[]> };
  return sections[section] ?? [];
}

/** Rows as objects, as another program reads them. */
function toObjects([header = [], ...rows]: readonly (readonly unknown[])[]): Cells[] {
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [String(name), row[at] ?? ''])));
}

/** An unknown value is an empty cell. */
function toValue(value: unknown): string | number {
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

async function downloadCsv(body: Partial<Body>): Promise<Cells[]> {
  return toObjects(parseCsv(await (await send({ format: 'csv', ...body })).text()));
}

async function downloadWorkbook(body: Partial<Body>) {
  return readXlsx(new Uint8Array(await (await send({ format: 'xlsx', ...body })).arrayBuffer()));
}

const span = () => ({ isoStart: range.cStart, isoEnd: range.cEnd, accountIds: [account.id] });
const days = () => ({ startDate: range.cStart, endDate: range.cEnd, accountIds: [account.id] });

describe('an export', () => {
  it('has the values of the cards, their changes, reasons and bounds', async () => {
    // Windows that a request asks for make its values more exact once they are synced.
    await vi.waitFor(async () => {
      const rows = await download('metrics');

      expect(rows.map(({ metric }) => metric)).toEqual([...overviewMetrics]);
      expect(rows.some(({ approximate }) => approximate === true)).toBe(true);
      for (const metric of cardMetrics) {
        if (metric === 'follower-growth-rate') continue;
        const card = await client.call(getMetricCard, {
          params: { metric },
          body: { ...range, accountIds: [account.id] },
        });
        expect(rows.find((row) => row['metric'] === metric)).toMatchObject({
          value: card.current,
          approximate: card.isApprox,
          reasons: card.approx?.reasons.join(' ') ?? null,
          lower: card.approx?.lower ?? null,
          upper: card.approx?.upper ?? null,
          previous: card.previous,
          previous_reasons: card.previousApprox?.reasons.join(' ') ?? null,
          change: card.change,
          change_percent: card.percentChange,
        });
      }
    }, 20_000);
  });

  it('counts the posts published in the range, without stories', async () => {
    const media = await client.call(listMediaOfRange, { body: { ...span(), timeZone: 'America/Los_Angeles' } });

    const [row] = await download('metrics', { metrics: ['post-activity'], timeZone: 'America/Los_Angeles' });
    const perDay = await download('days', { metrics: ['post-activity'], timeZone: 'America/Los_Angeles' });

    const posts = media.filter(({ mediaType }) => mediaType !== 'story');
    expect(posts.length).toBeGreaterThan(0);
    expect(row).toMatchObject({ value: posts.length, approximate: true, reasons: 'day_not_closed' });
    for (const { day: date, value } of perDay) expect(value).toBe(posts.filter((post) => post.day === date).length);
  });

  it('has the parts of the breakdowns', async () => {
    const rows = await download('breakdowns', { metrics: ['reach'] });
    const { breakdowns } = await client.call(getBreakdown, { params: { metric: 'reach' }, body: days() });

    expect(rows.map(({ part, value, reasons }) => ({ part, value, reasons }))).toEqual(
      breakdowns.flatMap(({ results, approx }) =>
        results.map(({ value, dimensionValues }) => ({
          part: dimensionValues[0],
          value,
          reasons: approx?.reasons.join(' ') ?? null,
        })),
      ),
    );
    expect(rows.length).toBeGreaterThan(4);
  });

  it('has every day of the range and of the comparison period, and marks a running one', async () => {
    const rows = await download('days', { metrics: ['views'] });
    const series = await client.call(getTimeseries, {
      params: { metric: 'views' },
      body: { ...days(), pStart: range.pStart, pEnd: range.pEnd },
    });

    const shown = (period: string) =>
      rows.filter((row) => row['period'] === period).map((row) => ({ date: row['day'], value: row['value'] }));
    const plain = (known: { date: string; value: number | null }[] = []) =>
      known.map(({ date, value }) => ({ date, value }));
    expect(shown('current')).toEqual(plain(series.perAccount[account.id]));
    expect(shown('previous')).toEqual(plain(series.previousPerAccount?.[account.id]));
    expect(rows.find((row) => row['day'] === range.cEnd.slice(0, 10))).toMatchObject({
      account: account.username,
      approximate: true,
      reasons: 'day_not_closed',
    });
  });

  it('has all posts of the grid in its order', async () => {
    const posts = {
      query: '',
      filterMode: 'combined' as const,
      format: null,
      sort: [{ field: 'views' as const, sort: 'asc' as const }],
    };
    const year = { cStart: `${Number(range.cEnd.slice(0, 4)) - 1}${range.cEnd.slice(4, 10)}T00:00:00.000Z` };
    const rows = await download('posts', { ...year, posts });
    const grid = await client.call(queryPosts, {
      body: {
        grid: { paginationModel: { page: 0, pageSize: 150 }, sortModel: posts.sort },
        filters: { query: '', filterMode: 'combined', isoStart: year.cStart, isoEnd: range.cEnd },
        platform: 'instagram',
        accountIds: [account.id],
      },
    });

    expect(grid.totalRowCount).toBeGreaterThan(150);
    expect(rows).toHaveLength(grid.totalRowCount);
    for (const [index, row] of grid.rows.entries())
      expect(rows[index]).toMatchObject({
        media_id: row.id,
        caption: row.caption,
        reach: row.reach,
        views: row.views,
        engagement_rate: row.engagementRate,
        virality_score: row.virilityScore,
      });
  });

  it('has only the posts of a label, if the caller has it', async () => {
    const { id: labelId } = await client.call(createLabel, {
      body: { name: 'Reels', color: 'red', rule: { formats: ['reel'] } },
    });
    const posts = { query: '', filterMode: 'published' as const, format: null, sort: [], labelId };

    const labelled = await download('posts', { posts });

    expect(labelled.length).toBeGreaterThan(0);
    expect(new Set(labelled.map(({ format }) => format))).toEqual(new Set(['reel']));
    const unknown = { ...posts, labelId: '00000000-0000-4000-8000-000000000000' };
    expect((await send({ sections: ['posts'], posts: unknown })).status).toBe(404);
  });

  it('has the demographics with their shares', async () => {
    const rows = await download('demographics');
    const known = await client.call(getLatestMetric, {
      body: { ...span(), platform: 'instagram', metric: 'follower_demographics' },
    });

    const of = (dimension: string) => rows.filter((row) => row['dimension'] === dimension);
    expect(of('country').map(({ country, followers }) => ({ countryCode: country, value: followers }))).toEqual(
      known.countries.allCountries,
    );
    expect(of('city').map(({ city, followers }) => [city, followers])).toEqual(
      known.cities.top10.map(({ cityName, value }) => [cityName, value]),
    );
    expect(of('age').map(({ followers }) => followers)).toEqual(known.ageGender.byAgeGroup.map(({ value }) => value));
    const percent = of('gender').reduce((sum, row) => sum + Number(row['percent']), 0);
    expect(percent).toBeCloseTo(100, 1);
  });

  it('moves the hours of the activity to the viewer’s time zone', async () => {
    const { data } = await client.call(getMediaActivity, { body: { ...span(), platform: 'instagram' } });
    const inUtc = await download('activity');
    const inTokyo = await download('activity', { timeZone: 'Asia/Tokyo' });

    expect(inUtc.map(({ posts }) => posts)).toEqual(data.flatMap(({ buckets }) => buckets));
    expect(inUtc.map(({ interactions }) => interactions)).toEqual(data.flatMap(({ interactions }) => interactions));
    expect(inTokyo[2]).toMatchObject({ weekday: 'Sun', block_starts: '08:00', time_zone: 'Asia/Tokyo' });
  });

  it('has the metrics of each account', async () => {
    const rows = await download('accounts');
    const { accounts } = await client.call(compareAccounts, { body: { ...range, accountIds: [account.id] } });

    for (const { metric, value, account_id: id } of rows) {
      const known = Object.entries(accounts.find(({ accountId }) => accountId === id)?.metrics ?? {});
      expect(value).toBe(known.find(([name]) => name === metric)?.[1].current);
    }
    expect(rows).toHaveLength(8);
  });
});

describe('each format', () => {
  it('of the posts reads back as the same values', async () => {
    const sections: Body['sections'] = ['posts'];
    const expected = await download('posts');
    const [csv, { sheets }] = await Promise.all([downloadCsv({ sections }), downloadWorkbook({ sections })]);
    const sheet = toObjects(sheets[0]?.rows ?? []);

    expect(csv).toHaveLength(expected.length);
    expect(sheet).toHaveLength(expected.length);
    for (const [index, row] of expected.entries())
      for (const name of ['media_id', 'reach', 'views', 'engagement_rate', 'hashtags', 'link']) {
        expect(csv[index]?.[name], name).toBe(`${toValue(row[name])}`);
        expect(sheet[index]?.[name], name).toBe(toValue(row[name]));
      }
    expect(sheet[0]?.['published_at']).toEqual(new Date(String(expected[0]?.['published_at']).slice(0, 19) + 'Z'));
  });

  it('has one sheet or one file per section', async () => {
    const sections: Body['sections'] = ['metrics', 'breakdowns', 'days', 'posts', 'demographics', 'activity', 'names'];

    const { sheets } = await downloadWorkbook({ sections });
    const archive = await send({ format: 'csv', sections });
    const files = readZip(Buffer.from(await archive.arrayBuffer()));

    expect(sheets).toHaveLength(7);
    expect([...files.keys()]).toEqual(sections.map((section) => `${section}.csv`));
    for (const { rows } of sheets) expect(rows.length).toBeGreaterThan(1);
  });

  it('is named after its account, section and range', async () => {
    const response = await send({ format: 'csv', sections: ['posts'] });
    await response.body?.cancel();

    const [from, to] = [range.cStart.slice(0, 10), range.cEnd.slice(0, 10)];
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="tidemark-${account.username}-posts-${from}-${to}.csv"`,
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it('contains no formula from a caption', async () => {
    const formula = '=HYPERLINK("https://attacker.test","Prize")';
    const [first] = await download('posts');
    await app.db
      .updateTable('media')
      .set({ caption: formula })
      .where('account_id', '=', account.id)
      .where('media_id', '=', String(first?.['media_id']))
      .execute();

    const [row] = await downloadCsv({ sections: ['posts'] });
    const { sheets } = await downloadWorkbook({ sections: ['posts'] });
    const book = await send({ format: 'xlsx', sections: ['posts'] });
    const parts = readZip(Buffer.from(await book.arrayBuffer()));

    expect(row?.['caption']).toBe(`'${formula}`);
    expect(toObjects(sheets[0]?.rows ?? [])[0]?.['caption']).toBe(formula);
    const xml = String(parts.get('xl/worksheets/sheet1.xml'));
    expect(xml).not.toContain('<f>');
    expect(xml).toContain('t="inlineStr" s="2"><is><t xml:space="preserve">=HYPERLINK');
  });
});

describe('an export is refused', () => {
  it('for the accounts of somebody else', async () => {
    const stranger = await app.as('theo@sandbox.test');

    const response = await send({}, { token: stranger.token });

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'account_not_found' } });
  });

  it.each<[string, Partial<Body>]>([
    ['a section twice', { sections: ['posts', 'posts'] }],
    ['no section', { sections: [] }],
    ['half a comparison period', { pEnd: undefined }],
  ])('with %s', async (_, body) => {
    expect((await send(body)).status).toBe(400);
  });

  it('of posts with an API key that only opens the analytics', async () => {
    const { key } = await client.call(createApiKey, {
      body: { name: 'Sheet', scopes: ['analytics:read'], expiresInDays: 1 },
    });

    expect((await send({ sections: ['metrics', 'posts'] }, { token: key })).status).toBe(403);
    expect((await send({ sections: ['metrics'] }, { token: key })).status).toBe(200);
  });

  it('as part of a batch, which would hold it in memory', async () => {
    const response = await fetch(`${app.url}/api/v1/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
      body: JSON.stringify({ calls: [{ path: exportFigures.path, body: {} }] }),
    });

    expect(response.status).toBe(400);
  });
});

it('a download that is abandoned makes room for the next one', async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const gone = new AbortController();
    const response = await vi.waitFor(async () => {
      const started = await send({ sections: ['posts', 'days'] }, { signal: gone.signal });
      expect(started.status).toBe(200);
      return started;
    }, 10_000);
    gone.abort();
    await expect(response.text()).rejects.toThrow();
  }
});
