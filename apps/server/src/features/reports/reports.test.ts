import {
  CardMetric,
  changeReport,
  compareAccounts,
  createLabel,
  createReport,
  deleteLabel,
  deleteReport,
  getBreakdown,
  getLatestMetric,
  getMedia,
  getMediaActivity,
  getMetricCard,
  getPostGallery,
  getReportContent,
  getTimeseries,
  getUsualChanges,
  labelPosts,
  listReports,
  maxReportNames,
  maxReportPosts,
  maxReports,
  maxTopPosts,
  type OverviewMetric,
  previewReport,
  type ReportChoice,
  type ReportSection,
  type ReportSectionKind,
} from '@tidemark/contract';
import { mediaTotals } from '@tidemark/presentation';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removeAccountFromReports } from './queries.ts';
import { startReporting } from './reports.fixtures.ts';

let reporting: Awaited<ReturnType<typeof startReporting>>;
beforeAll(async () => void (reporting = await startReporting()));
afterAll(() => reporting.app.close());

function pick<Kind extends ReportSectionKind>(sections: ReportSection[], kind: Kind) {
  const section = sections.find((one) => one.kind === kind);
  if (!section) throw new Error(`The report has no section ${kind}`);
  return section as Extract<ReportSection, { kind: Kind }>;
}

const toCard = (metric: OverviewMetric) => CardMetric.parse(metric);

describe('report content', () => {
  it.each([
    [{ kind: 'last-days', days: 7 }, 'previous-period'],
    [{ kind: 'last-month' }, 'previous-year'],
    [{ kind: 'fixed', from: '2026-10-05', to: '2026-10-11' }, 'none'],
  ] as [ReportChoice['range'], ReportChoice['comparison']][])(
    "equals the Overview's calls for %j",
    async (range, comparison) => {
      const { client, account, choice } = reporting;
      const accountIds = [account.id];
      // Windows requested here make the values more exact once they are synced.
      await vi.waitFor(async () => {
        const content = await client.call(previewReport, { body: { ...choice, range, comparison } });
        const { period, previous, sections } = content;
        const current = { cStart: `${period.from}T00:00:00Z`, cEnd: `${period.to}T23:59:59Z` };
        const before = previous ? { pStart: `${previous.from}T00:00:00Z`, pEnd: `${previous.to}T23:59:59Z` } : {};
        const days = { startDate: current.cStart, endDate: current.cEnd, accountIds };

        const summary = pick(sections, 'summary');
        for (const { metric, card } of summary.cards) {
          const body = { ...current, ...before, accountIds };
          const { series: _, ...shown } = await client.call(getMetricCard, {
            params: { metric: toCard(metric) },
            body,
          });
          expect(card).toEqual(shown);
        }
        expect(summary.usual).toEqual(
          comparison === 'previous-period' ? await client.call(getUsualChanges, { body: days }) : null,
        );
        for (const { metric, card } of pick(sections, 'metrics').cards) {
          expect(card).toEqual(
            await client.call(getMetricCard, { params: { metric }, body: { ...current, ...before, accountIds } }),
          );
        }
        for (const { metric, breakdown } of pick(sections, 'breakdowns').metrics)
          expect(breakdown).toEqual(await client.call(getBreakdown, { params: { metric }, body: days }));
        for (const { metric, days: series } of pick(sections, 'days').metrics) {
          const body = { ...days, ...before };
          const { usual: _, ...shown } = await client.call(getTimeseries, { params: { metric }, body });
          expect(series).toEqual(shown);
        }
        expect(pick(sections, 'accounts').accounts).toEqual(
          (await client.call(compareAccounts, { body: { ...current, ...before, accountIds } })).accounts,
        );
        const span = { isoStart: current.cStart, isoEnd: current.cEnd, accountIds, timeZone: choice.timeZone };
        const recent = pick(sections, 'media');
        const { media } = await client.call(getMedia, {
          body: { ...span, ...before, platform: 'instagram_media', filterMode: 'combined' },
        });
        expect(recent.count).toBe(media.length);
        expect(recent.media.map(({ mediaId, reach, approx }) => [mediaId, reach, approx])).toEqual(
          media.slice(0, maxReportPosts).map(({ mediaId, metrics, approx }) => [mediaId, metrics.reach, approx]),
        );
        expect(recent.totals.map(({ value, previous: earlier }) => [value, earlier])).toEqual(
          mediaTotals(media).map((total) => [total.value, comparison === 'none' ? null : total.previous]),
        );
        const activity = pick(sections, 'activity');
        const shown = await client.call(getMediaActivity, { body: { ...span, platform: 'instagram' } });
        expect(activity.posts.reduce((sum, count) => sum + count, 0)).toBe(shown.total);
        expect(activity.hashtags.map(({ name, posts }) => [name, posts])).toEqual(
          Object.entries(shown.hashtags).slice(0, maxReportNames),
        );
        expect(pick(sections, 'demographics').demographics).toEqual(
          await client.call(getLatestMetric, {
            body: {
              isoStart: current.cStart,
              isoEnd: current.cEnd,
              accountIds,
              platform: 'instagram',
              metric: 'follower_demographics',
            },
          }),
        );
      }, 30_000);
    },
  );

  it('ends rolling ranges with the last complete day, and compares equally many days', async () => {
    const { client, choice, daysAgo } = reporting;
    const { period, previous } = await client.call(previewReport, {
      body: { ...choice, range: { kind: 'last-days', days: 28 }, sections: [{ kind: 'days', comment: '' }] },
    });

    expect([daysAgo(1), daysAgo(2)]).toContain(period.to);
    expect((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000).toBe(27);
    expect((Date.parse(period.from) - Date.parse(previous?.from ?? '')) / 86_400_000).toBe(28);
  });

  it('lists the best posts with their ratio to the median, as the page of posts does', async () => {
    const { client, account, choice } = reporting;
    const { period, sections } = await client.call(previewReport, {
      body: { ...choice, range: { kind: 'last-days', days: 28 } },
    });
    const { posts } = await client.call(getPostGallery, {
      body: {
        accountIds: [account.id],
        isoStart: `${period.from}T00:00:00Z`,
        isoEnd: `${period.to}T23:59:59Z`,
        timeZone: choice.timeZone,
        metric: 'views',
        sort: { by: 'metric', direction: 'desc' },
        filters: { query: '', withStories: false },
        page: 0,
        pageSize: maxTopPosts,
      },
    });

    const top = pick(sections, 'posts').posts;
    expect(top.length).toBeGreaterThan(3);
    expect(top.map(({ mediaId, views, timesUsual }) => [mediaId, views, timesUsual])).toEqual(
      posts.map(({ mediaId, metrics, timesUsual }) => [mediaId, metrics.views, timesUsual]),
    );
    const { best } = pick(sections, 'summary');
    expect([best?.views, best?.timesUsual]).toEqual([top[0]?.views, top[0]?.timesUsual]);
  });

  it('limits the top posts to a label, and lists none once it is deleted', async () => {
    const { client, account, choice } = reporting;
    const { id } = await client.call(createLabel, { body: { name: 'Campaign', color: 'red', rule: null } });
    const body: ReportChoice = { ...choice, range: { kind: 'last-days', days: 28 }, postLabelId: id };
    const all = pick(
      (await client.call(previewReport, { body: { ...body, postLabelId: undefined } })).sections,
      'posts',
    );
    const mediaId = all.posts[1]?.mediaId ?? '';
    await client.call(labelPosts, {
      params: { id },
      body: { posts: [{ accountId: account.id, mediaId }], labelled: true },
    });

    const labelled = (await client.call(previewReport, { body })).sections;
    await client.call(deleteLabel, { params: { id } });
    const deleted = (await client.call(previewReport, { body })).sections;

    expect(pick(labelled, 'posts').posts.map((post) => post.mediaId)).toEqual([mediaId]);
    expect(pick(labelled, 'posts').label).toBe('Campaign');
    expect(pick(labelled, 'summary').best?.views).toBe(all.posts[1]?.views);
    expect(pick(deleted, 'posts')).toMatchObject({ posts: [], label: null });
    expect(pick(deleted, 'summary').best).toBeNull();
  });

  it('uses only our own file paths as pictures', async () => {
    const { client, choice } = reporting;
    const { accounts, sections } = await client.call(previewReport, { body: choice });
    const pictures = [
      ...accounts.map(({ picture }) => picture),
      ...pick(sections, 'posts').posts.map((post) => post.thumbnailUrl),
      ...pick(sections, 'media').media.map((medium) => medium.thumbnailUrl),
    ];

    for (const picture of pictures) expect(picture ?? '/api/v1/').toMatch(/^\/api\/v1\//);
  });
});

describe('saved reports', () => {
  it('are created, changed, listed and deleted', async () => {
    const { client, choice } = reporting;
    const { id } = await client.call(createReport, { body: choice });
    const changed = await client.call(changeReport, { params: { id }, body: { ...choice, title: 'Monthly' } });

    expect(changed.choice).toEqual({ ...choice, title: 'Monthly', showsLogo: false });
    expect((await client.call(listReports, undefined)).reports).toContainEqual(changed);
    await client.call(deleteReport, { params: { id } });
    expect((await client.call(listReports, undefined)).reports).not.toContainEqual(expect.objectContaining({ id }));
    await expect(client.call(deleteReport, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('take their title from the accounts and the days unless they have one', async () => {
    const { client, choice } = reporting;
    const untitled = { ...choice, title: '', range: { kind: 'fixed' as const, from: '2026-10-01', to: '2026-10-31' } };
    const { id } = await client.call(createReport, { body: untitled });

    const { title, accounts } = await client.call(getReportContent, { params: { id } });
    const { reports } = await client.call(listReports, undefined);

    expect(title).toBe(`${accounts[0]?.name ?? ''}, October 2026`);
    expect(reports.find((report) => report.id === id)?.choice.title).toBe('');
    await client.call(deleteReport, { params: { id } });
  });

  it('are hidden from other users, like their accounts', async () => {
    const { app, client, choice, load } = reporting;
    const { id } = await client.call(createReport, { body: choice });
    const other = await app.withPlan('ines@sandbox.test', 'pro');

    await expect(other.call(getReportContent, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(changeReport, { params: { id }, body: choice })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(other.call(deleteReport, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(previewReport, { body: choice })).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(other.call(createReport, { body: choice })).rejects.toMatchObject({ code: 'account_not_found' });
    expect((await load(`/reports/${id}/pdf`, { token: other.token })).status).toBe(404);
    expect((await load('/reports/pdf', { token: other.token, body: choice })).status).toBe(404);
    expect((await other.call(listReports, undefined)).reports).toEqual([]);
  });

  it.each([
    ['title', { title: 'a\u202Eb' }],
    ['title', { title: '\u200B' }],
    ['sections', { sections: [{ kind: 'posts', comment: 'bell\u0007' }] }],
    [
      'sections',
      {
        sections: [
          { kind: 'posts', comment: '' },
          { kind: 'posts', comment: '' },
        ],
      },
    ],
    ['range', { range: { kind: 'fixed', from: '2026-02-02', to: '2026-02-01' } }],
    ['timeZone', { timeZone: 'Nowhere' }],
  ])("are rejected with the field's name for a wrong %s", async (field, part) => {
    const response = await reporting.load('/reports', { body: { ...reporting.choice, ...part } });

    expect(response.status).toBe(400);
    expect(await response.text()).toContain(field);
  });

  it('drop a deleted account', async () => {
    const { app, client, account, choice } = reporting;
    const { id } = await client.call(createReport, { body: choice });

    await app.db.transaction().execute((transaction) => removeAccountFromReports(transaction, account.id));

    const { reports } = await client.call(listReports, undefined);
    expect(reports.find((report) => report.id === id)?.choice).toMatchObject({ title: choice.title, accountIds: [] });
    await expect(client.call(getReportContent, { params: { id } })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  it('are limited in number, even with concurrent calls', async () => {
    const { client, choice } = reporting;
    const { reports } = await client.call(listReports, undefined);
    const results = await Promise.allSettled(
      Array.from({ length: maxReports - reports.length + 3 }, () => client.call(createReport, { body: choice })),
    );

    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect((await client.call(listReports, undefined)).reports).toHaveLength(maxReports);
    await expect(client.call(createReport, { body: choice })).rejects.toMatchObject({ code: 'report_limit_reached' });
  });
});
