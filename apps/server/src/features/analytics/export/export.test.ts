import {
  addDays,
  audienceMetrics,
  cardMetrics,
  exportSections,
  PostMetric,
  postsMetrics,
  compareAccounts,
  createLabel,
  getBreakdown,
  getLatestMetric,
  getMediaActivity,
  getMetricCard,
  getTimeseries,
  listMediaOfRange,
  overviewMetrics,
  queryPosts,
} from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startExporting } from './export.fixtures.ts';

let exporting: Awaited<ReturnType<typeof startExporting>>;

beforeAll(async () => void (exporting = await startExporting()));
afterAll(() => exporting.app.close());

const send: (typeof exporting)['send'] = (...request) => exporting.send(...request);
const download: (typeof exporting)['download'] = (...request) => exporting.download(...request);

const span = () => ({
  isoStart: exporting.range.cStart,
  isoEnd: exporting.range.cEnd,
  accountIds: [exporting.account.id],
});
const days = () => ({
  startDate: exporting.range.cStart,
  endDate: exporting.range.cEnd,
  accountIds: [exporting.account.id],
});

/** Computed from posts of many ranges, or public data of other accounts, for which no answers are stored. */
const withoutSource = ['labels', 'label-tests', 'peers', 'peer-days', 'peer-ranks'];
const forOperators = (section: string) => section.startsWith('insight-') && section !== 'insight-opportunities';

describe('export', () => {
  it('links the numbers in each row to where they come from', async () => {
    const posts = await download('posts', exporting.lastDays(60));
    const mediaId = String(posts.find(({ format }) => format !== 'STORY')?.['media_id']);
    const names = [...cardMetrics, ...audienceMetrics, ...postsMetrics.map((name) => `posts-${name}`)];
    let links = 0;

    for (const section of exportSections.filter((one) => !forOperators(one))) {
      const about = section.startsWith('post-') ? { mediaId } : {};
      const rows = await download(section, { ...exporting.lastDays(60), ...about });
      for (const { source } of rows) {
        if (withoutSource.includes(section)) expect(source, section).toBeUndefined();
        else {
          const link = new URL(String(source));
          const name = link.searchParams.get('evidence') ?? '';
          const isPost = link.pathname.startsWith(`/account/${exporting.account.id}/post/`);
          expect(isPost ? PostMetric.options : names, section).toContain(name);
          if (!isPost) expect(link.searchParams.get('accounts')).toBe(exporting.account.id);
          links += 1;
        }
      }
    }

    expect(links).toBeGreaterThan(500);
  });

  it("contains the cards' values, changes, reasons and bounds", async () => {
    // Windows requested here make the values more exact once they are synced.
    await vi.waitFor(async () => {
      const rows = await download('metrics');

      expect(rows.map(({ metric }) => metric)).toEqual([...overviewMetrics]);
      expect(rows.some(({ approximate }) => approximate === true)).toBe(true);
      for (const metric of cardMetrics) {
        if (metric === 'follower-growth-rate') continue;
        const card = await exporting.client.call(getMetricCard, {
          params: { metric },
          body: { ...exporting.range, accountIds: [exporting.account.id] },
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
          change_state: card.changeState,
          change_percent_lower: card.changeBounds?.lower ?? null,
          change_percent_upper: card.changeBounds?.upper ?? null,
        });
      }
    }, 20_000);
  });

  it('counts posts published in the range, without stories', async () => {
    const media = await exporting.client.call(listMediaOfRange, {
      body: { ...span(), timeZone: 'America/Los_Angeles' },
    });

    const [row] = await download('metrics', { metrics: ['post-activity'], timeZone: 'America/Los_Angeles' });
    const perDay = await download('days', { metrics: ['post-activity'], timeZone: 'America/Los_Angeles' });

    const posts = media.filter(({ mediaType }) => mediaType !== 'story');
    expect(posts.length).toBeGreaterThan(0);
    expect(row).toMatchObject({ value: posts.length, approximate: true, reasons: 'day_not_closed' });
    for (const { day: date, value } of perDay) expect(value).toBe(posts.filter((post) => post.day === date).length);
  });

  it('contains the breakdown parts', async () => {
    const rows = await download('breakdowns', { metrics: ['reach'] });
    const { breakdowns } = await exporting.client.call(getBreakdown, { params: { metric: 'reach' }, body: days() });

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

  it('contains every day of the range and comparison period, and marks the current day', async () => {
    const rows = await download('days', { metrics: ['views'] });
    const series = await exporting.client.call(getTimeseries, {
      params: { metric: 'views' },
      body: { ...days(), pStart: exporting.range.pStart, pEnd: exporting.range.pEnd },
    });

    const shown = (period: string) =>
      rows.filter((row) => row['period'] === period).map((row) => ({ date: row['day'], value: row['value'] }));
    const plain = (known: { date: string; value: number | null }[] = []) =>
      known.map(({ date, value }) => ({ date, value }));
    expect(shown('current')).toEqual(plain(series.perAccount[exporting.account.id]));
    expect(shown('previous')).toEqual(plain(series.previousPerAccount?.[exporting.account.id]));
    expect(rows.find((row) => row['day'] === exporting.range.cEnd.slice(0, 10))).toMatchObject({
      account: exporting.account.username,
      approximate: true,
      reasons: 'day_not_closed',
    });
  });

  it("contains all posts in the grid's order", async () => {
    const posts = {
      query: '',
      filterMode: 'combined' as const,
      format: null,
      sort: [{ field: 'views' as const, sort: 'asc' as const }],
    };
    const year = {
      cStart: `${addDays(exporting.range.cEnd.slice(0, 10), -365)}T00:00:00.000Z`,
    };
    const rows = await download('posts', { ...year, posts });
    const grid = await exporting.client.call(queryPosts, {
      body: {
        grid: { paginationModel: { page: 0, pageSize: 150 }, sortModel: posts.sort },
        filters: { query: '', filterMode: 'combined', isoStart: year.cStart, isoEnd: exporting.range.cEnd },
        platform: 'instagram',
        accountIds: [exporting.account.id],
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

  it('contains only posts with a label, if the caller owns it', async () => {
    const { id: labelId } = await exporting.client.call(createLabel, {
      body: { name: 'Reels', color: 'red', rule: { formats: ['reel'] } },
    });
    const posts = { query: '', filterMode: 'published' as const, format: null, sort: [], labelId };

    const labelled = await download('posts', { posts });

    expect(labelled.length).toBeGreaterThan(0);
    expect(new Set(labelled.map(({ format }) => format))).toEqual(new Set(['reel']));
    const unknown = { ...posts, labelId: '00000000-0000-4000-8000-000000000000' };
    expect((await send({ sections: ['posts'], posts: unknown })).status).toBe(404);
  });

  it('contains the demographics with their shares', async () => {
    const rows = await download('demographics');
    const known = await exporting.client.call(getLatestMetric, {
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

  it.each(['UTC', 'Asia/Tokyo'])('contains the activity in local time of %s', async (timeZone) => {
    const body = { ...span(), platform: 'instagram' as const, timeZone };
    const { data } = await exporting.client.call(getMediaActivity, { body });
    const rows = await download('activity', { timeZone });

    expect(rows.map(({ posts }) => posts)).toEqual(data.flatMap(({ buckets }) => buckets));
    expect(rows.map(({ interactions }) => interactions)).toEqual(data.flatMap(({ interactions }) => interactions));
    expect(rows[2]).toMatchObject({ weekday: 'Sun', block_starts: '08:00', time_zone: timeZone });
  });

  it("contains each account's metrics", async () => {
    const rows = await download('accounts');
    const { accounts } = await exporting.client.call(compareAccounts, {
      body: { ...exporting.range, accountIds: [exporting.account.id] },
    });

    for (const { metric, value, account_id: id } of rows) {
      const known = Object.entries(accounts.find(({ accountId }) => accountId === id)?.metrics ?? {});
      expect(value).toBe(known.find(([name]) => name === metric)?.[1].current);
    }
    expect(rows).toHaveLength(8);
  });
});
