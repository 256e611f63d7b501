import { addDays, countMedia, getMediaActivity, queryPosts } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import { listWorldCollaborations, trueMedia } from '../../../../test/world.ts';
import { dayIn } from '../../../platform/clock.ts';
import {
  app,
  client,
  dayZone,
  end,
  first,
  second,
  start,
  setUpTwoAccounts,
  yesterday,
} from '../two-accounts.fixtures.ts';

setUpTwoAccounts();

describe('posts grid', () => {
  const ask = (
    change: {
      page?: number;
      pageSize?: number;
      field?: 'timestamp' | 'reachTotal' | 'engagementRate' | 'virilityScore' | 'viralityScore';
      sort?: 'asc' | 'desc';
      query?: string;
      mode?: 'combined' | 'published' | 'active';
      blocks?: number[];
      timeZone?: string;
      from?: string;
      to?: string;
    } = {},
  ) =>
    client.call(queryPosts, {
      body: {
        grid: {
          paginationModel: { page: change.page ?? 0, pageSize: change.pageSize ?? 5 },
          sortModel: change.field ? [{ field: change.field, sort: change.sort ?? 'desc' }] : [],
        },
        filters: {
          query: change.query ?? '',
          filterMode: change.mode ?? 'published',
          isoStart: start(change.from ?? addDays(yesterday, -365)),
          isoEnd: end(change.to ?? addDays(yesterday, -30)),
          ...(change.blocks && { publishedIn: change.blocks }),
          ...(change.timeZone && { timeZone: change.timeZone }),
        },
        platform: 'instagram_media',
        accountIds: [first.id, second.id],
      },
    });
  it('accepts the whole filter model of a data grid', async () => {
    const whole = (quickFilterValues: string[]) =>
      client.call(queryPosts, {
        body: {
          grid: {
            paginationModel: { page: 0, pageSize: 5 },
            sortModel: [],
            filterModel: {
              items: [{ id: 1, field: 'format', operator: 'is', value: 'REEL' }],
              logicOperator: 'and',
              quickFilterValues,
              quickFilterLogicOperator: 'and',
              quickFilterExcludeHiddenColumns: true,
            },
          },
          filters: {
            query: '',
            filterMode: 'published',
            isoStart: start(addDays(yesterday, -365)),
            isoEnd: end(addDays(yesterday, -30)),
          },
          platform: 'instagram_media',
          accountIds: [first.id, second.id],
        },
      });

    const { rows } = await whole([]);

    expect(rows.length).toBe(5);
    expect(rows.every(({ productType }) => productType === 'REELS')).toBe(true);
    await expect(whole(['bread'])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('quickFilterValues'),
    });
  });

  it.each(['UTC', 'Asia/Kolkata'])(
    'lists the posts of a block of the week in %s that the activity counts',
    async (timeZone) => {
      const range = { isoStart: start(addDays(yesterday, -365)), isoEnd: end(addDays(yesterday, -30)), timeZone };
      const activity = await client.call(getMediaActivity, {
        body: { ...range, platform: 'instagram', accountIds: [first.id, second.id] },
      });
      const counts = activity.data.flatMap(({ buckets }) => buckets);
      const busiest = counts.indexOf(Math.max(...counts));

      const block = await ask({ blocks: [busiest], mode: 'combined', timeZone, pageSize: 200 });
      const week = await ask({ blocks: counts.map((_, index) => index), timeZone });

      expect(block.totalRowCount).toBe(counts[busiest]);
      const ahead = timeZone === 'UTC' ? 0 : 5.5 * 3_600_000;
      const toBlock = (instant: Date) => instant.getUTCDay() * 6 + Math.floor(instant.getUTCHours() / 4);
      expect(new Set(block.rows.map(({ timestamp }) => toBlock(new Date(Date.parse(timestamp) + ahead))))).toEqual(
        new Set([busiest]),
      );
      expect(week.totalRowCount).toBe(activity.total);
      await expect(ask({ blocks: [42] })).rejects.toMatchObject({ status: 400 });
      await expect(ask({ blocks: [] })).rejects.toMatchObject({ status: 400 });
    },
  );

  const published = async () =>
    (
      await Promise.all(
        [trueMedia, listWorldCollaborations].flatMap((list) => [first, second].map(({ id }) => list(app, id))),
      )
    )
      .flat()
      .filter(({ kind, day }) => kind !== 'story' && day >= addDays(yesterday, -365) && day <= addDays(yesterday, -30));

  it('pages through every post of the range once, newest first', async () => {
    const truth = (await published()).toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));

    const seen: string[] = [];
    for (let page = 0; ; page += 1) {
      const { rows, totalRowCount } = await ask({ page, pageSize: 50 });
      expect(totalRowCount).toBe(truth.length);
      seen.push(...rows.map(({ timestamp }) => timestamp));
      if (rows.length < 50) break;
    }

    expect(seen).toEqual(truth.map(({ publishedAt }) => new Date(publishedAt).toISOString()));
  });

  it('returns the total even on a page beyond the last', async () => {
    const { rows, totalRowCount } = await ask({ page: 1000 });

    expect(rows).toEqual([]);
    expect(totalRowCount).toBe((await published()).length);
  });

  it('shows a post once if it was published and changed within the range', async () => {
    const { rows, totalRowCount } = await ask({ mode: 'combined', pageSize: 200 });

    const both = await ask({ mode: 'active', pageSize: 200 });
    const ids = rows.map(({ id }) => id);
    expect(both.rows.some(({ id }) => ids.includes(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(totalRowCount).toBeGreaterThanOrEqual(both.totalRowCount);
    expect(totalRowCount).toBeLessThanOrEqual(both.totalRowCount + (await published()).length);
  });

  it('shows each post’s lifetime totals', async () => {
    const truth = new Map((await published()).map((media) => [media.id, media]));

    const { rows } = await ask({ pageSize: 50, field: 'timestamp', sort: 'asc' });

    expect(rows).toHaveLength(50);
    for (const row of rows) {
      const totals = truth.get(row.id)?.totals;
      if (!totals) throw new Error(`${row.id} is not in the world`);
      // Instagram provides no insights for posts of other accounts.
      if (row.isCollaboration) {
        expect(row).toMatchObject({ reach: null, views: null, comments: totals.comments });
        continue;
      }
      expect(row).toMatchObject({
        reach: totals.reach,
        reachTotal: totals.reach,
        views: totals.views,
        comments: totals.comments,
        saved: totals.saved,
        shares: totals.shares,
      });
      expect(row.engagementRate).toBeCloseTo(
        totals.reach === 0 ? 0 : (totals.totalInteractions / totals.reach) * 100,
        8,
      );
    }
  });

  it('shows metrics including ads next to organic ones, where available', async () => {
    const [post] = (await ask()).rows;
    const postKey = { account_id: post?.accountRef ?? '', media_id: post?.id ?? '' };
    const totals = { total_views: 70, total_likes: 7, total_comments: null };
    await app.db
      .updateTable('media')
      .set(totals)
      .where('account_id', '=', postKey.account_id)
      .where('media_id', '=', postKey.media_id)
      .execute();

    const { rows } = await ask();

    expect(rows.find(({ id }) => id === post?.id)).toMatchObject({ ...totals, views: post?.views });
  });

  it.each(['reachTotal', 'engagementRate', 'virilityScore'] as const)(
    'sorts by %s in both directions across all pages',
    async (field) => {
      const down = (await ask({ field, pageSize: 200 })).rows.map((row) => row[field]);
      const up = (await ask({ field, sort: 'asc', pageSize: 200 })).rows.map((row) => row[field]);

      expect(down).toEqual(down.toSorted((a, b) => b - a));
      expect(up).toEqual(up.toSorted((a, b) => a - b));
    },
  );

  it('sorts by the virality score under its earlier name as well', async () => {
    const ids = async (field: 'virilityScore' | 'viralityScore') => (await ask({ field })).rows.map(({ id }) => id);

    expect(await ids('viralityScore')).toEqual(await ids('virilityScore'));
  });

  it('names all fields as specified, with null for what Instagram does not report', async () => {
    const { rows } = await ask({ field: 'virilityScore' });

    expect(rows[0]).toMatchObject({ virilityScore: rows[0]?.virilityMax, impressions: null });
  });

  it('says since when daily activity is known', async () => {
    const today = dayIn(dayZone, new Date());

    expect([today, addDays(today, -1)]).toContain((await ask()).activitySince);
  });

  it('searches captions literally and case-insensitively, including pattern characters', async () => {
    const word =
      (await published()).find(({ caption }) => /[a-z]{6}/.test(caption ?? ''))?.caption?.match(/[a-z]{6}/)?.[0] ?? '';
    const expected = (await published()).filter(({ caption }) => (caption ?? '').toLowerCase().includes(word)).length;

    expect((await ask({ query: ` ${word.toUpperCase()} ` })).totalRowCount).toBe(expected);
    expect((await ask({ query: '%' })).totalRowCount).toBe(
      (await published()).filter(({ caption }) => caption?.includes('%')).length,
    );
    expect((await ask({ query: String.raw`%' OR '1'='1` })).totalRowCount).toBe(0);
  });

  it('distinguishes published from active posts', async () => {
    const week = { from: addDays(yesterday, -6), to: yesterday };
    const counts = Object.fromEntries(
      await Promise.all(
        (['published', 'active', 'combined'] as const).map(async (mode) => [
          mode,
          (await ask({ ...week, mode })).totalRowCount,
        ]),
      ),
    );

    expect(counts['combined']).toBeGreaterThanOrEqual(Math.max(counts['published'] ?? 0, counts['active'] ?? 0));
    expect(counts['published']).toBeGreaterThan(0);
  });

  it.each([
    [{ sortModel: [{ field: 'likes; drop table media--', sort: 'desc' }] }],
    [{ sortModel: [{ field: 'constructor', sort: 'desc' }] }],
    [{ sortModel: [{ field: 'timestamp', sort: 'ASC' }] }],
    [{ paginationModel: { page: 0, pageSize: 0 } }],
    [{ paginationModel: { page: 0, pageSize: 1e9 } }],
    [{ paginationModel: { page: 0.5, pageSize: 5 } }],
    [{ paginationModel: { page: 0, pageSize: '10' } }],
  ])('rejects an unknown query: %j', async (grid) => {
    const answer = await fetch(`${app.url}/api/v1/media/datagrid/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        grid: { paginationModel: { page: 0, pageSize: 5 }, sortModel: [], ...grid },
        filters: { query: '', filterMode: 'combined', isoStart: start(yesterday), isoEnd: end(yesterday) },
        platform: 'instagram_media',
        accountIds: [first.id],
      }),
    });

    expect(answer.status).toBe(400);
  });
});

it('counts the posts of all linked accounts', async () => {
  const { total } = await client.call(countMedia, {});

  const stored = await app.db.selectFrom('media').select('media_id').execute();
  expect(total).toBe(stored.length);
  expect(total).toBeGreaterThan(first.mediaCount);
});
