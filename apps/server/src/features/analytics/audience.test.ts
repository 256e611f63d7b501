import {
  addDays,
  getLatestMetric,
  getMedia,
  getMediaActivity,
  getTopFormat,
  listMediaOfRange,
  queryPosts,
} from '@tidemark/contract';
import { shortWeekdays } from '@tidemark/presentation';
import { describe, expect, it } from 'vitest';
import { createHourOfWeek } from '../../../test/hour-of-week.ts';
import { listWorldCollaborations, trueMedia, type WorldAccount, type WorldMedia } from '../../../test/world.ts';
import { dayIn } from '../../platform/clock.ts';
import { app, client, first, second, setUpTwoAccounts, yesterday } from './two-accounts.fixtures.ts';

setUpTwoAccounts();

// Old enough that the metrics of its posts do not change during the test.
const period = { from: addDays(yesterday, -119), to: addDays(yesterday, -30) };

const request = ({ from, to } = period) => ({
  isoStart: `${from}T00:00:00.000Z`,
  isoEnd: `${to}T23:59:59.999Z`,
  accountIds: [first.id, second.id],
});
const mediaPlatform = { platform: 'instagram_media' } as const;

/** Returns the accounts' own posts and their collaborations with other accounts. */
async function allMedia(): Promise<WorldMedia[]> {
  const lists = [trueMedia, listWorldCollaborations].flatMap((list) => [first, second].map(({ id }) => list(app, id)));
  return (await Promise.all(lists)).flat();
}

const isOwn = ({ owner }: WorldMedia) => [first, second].some(({ username }) => username === owner);

async function published({ from, to } = period): Promise<WorldMedia[]> {
  const all = await allMedia();
  return all.filter(({ day, kind }) => kind !== 'story' && day >= from && day <= to);
}

interface Cut {
  country: { values: string[]; count: number }[];
  city: { values: string[]; count: number }[];
  'age,gender': { values: string[]; count: number }[];
}
const trueFollowers = async (account: WorldAccount) =>
  (await app.control<{ followers: Cut }>(`world/accounts/${account.id}/demographics`)).followers;

it('lists posts published in a range, newest first', async () => {
  const truth = (await published()).toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));

  const media = await client.call(listMediaOfRange, { body: request() });

  expect(media.filter(({ mediaType }) => mediaType !== 'story').map(({ timestamp }) => timestamp)).toEqual(
    truth.map(({ publishedAt }) => publishedAt),
  );
});

describe('posts by day in the viewer’s time zone', () => {
  const farthestEast = 'Pacific/Kiritimati';

  /** Finds the period's newest post that in the east was published a day later than at Instagram. */
  async function findLatePost(): Promise<WorldMedia> {
    const posts = (await published()).toSorted((one, other) => one.publishedAt.localeCompare(other.publishedAt));
    const late = posts.findLast(({ day, publishedAt }) => dayIn(farthestEast, new Date(publishedAt)) > day);
    if (!late) throw new Error('No post was published late in the day');
    return late;
  }

  it.each([farthestEast, 'Europe/Oslo', 'Pacific/Pago_Pago'])('all endpoints use the days of %s', async (timeZone) => {
    const { day: to } = await findLatePost();
    const from = addDays(to, -89);
    const isInRange = (timestamp: string) => {
      const day = dayIn(timeZone, new Date(timestamp));
      return day >= from && day <= to;
    };
    const truth = (await allMedia()).filter(({ kind, publishedAt }) => kind !== 'story' && isInRange(publishedAt));
    const body = { ...request({ from, to }), timeZone };

    const listed = await client.call(listMediaOfRange, { body });
    const { media } = await client.call(getMedia, { body: { ...body, ...mediaPlatform, filterMode: 'published' } });
    const { total } = await client.call(getMediaActivity, { body: { ...body, ...mediaPlatform } });
    const { accountIds, ...filters } = body;
    const { rows, totalRowCount } = await client.call(queryPosts, {
      body: {
        grid: { paginationModel: { page: 0, pageSize: 200 }, sortModel: [] },
        filters: { ...filters, query: '', filterMode: 'published' },
        accountIds,
        ...mediaPlatform,
      },
    });

    const timestamps = (items: { timestamp: string }[]) => items.map(({ timestamp }) => timestamp).toSorted();
    const expected = truth.map(({ publishedAt }) => publishedAt).toSorted();
    expect(timestamps(listed.filter(({ mediaType }) => mediaType !== 'story'))).toEqual(expected);
    expect(timestamps(media.filter(({ mediaType }) => mediaType !== 'story'))).toEqual(expected);
    expect(total).toBe(truth.length);
    expect(totalRowCount).toBeGreaterThanOrEqual(truth.length);
    for (const { day, timestamp } of [...listed, ...media]) expect(day).toBe(dayIn(timeZone, new Date(timestamp)));
    for (const { timestamp } of rows) expect(isInRange(timestamp)).toBe(true);
  });

  it.each(['combined', 'active'] as const)(
    'excludes posts from a later day with any filter (%s)',
    async (filterMode) => {
      const timeZone = farthestEast;
      const { id, day: to } = await findLatePost();
      const body = {
        grid: { paginationModel: { page: 0, pageSize: 200 }, sortModel: [] },
        filters: { isoStart: `${to}T00:00:00.000Z`, isoEnd: `${to}T23:59:59.999Z`, query: '', filterMode },
        accountIds: request().accountIds,
        ...mediaPlatform,
      };

      const byInstagram = await client.call(queryPosts, { body });
      const byViewer = await client.call(queryPosts, { body: { ...body, filters: { ...body.filters, timeZone } } });

      expect(byInstagram.rows.map((row) => row.id)).toContain(id);
      expect(byViewer.rows.map((row) => row.id)).not.toContain(id);
      for (const { timestamp } of byViewer.rows) expect(dayIn(timeZone, new Date(timestamp)) <= to).toBe(true);
    },
  );

  it.each(['Mars/Olympus', '+02:00', '', 'Europe/Oslo; drop table media'])(
    'rejects the time zone %j',
    async (timeZone) => {
      const { status, text } = await post('/media/list/date/range', { ...request(), timeZone });

      expect(status).toBe(400);
      expect(text).toContain('timeZone');
    },
  );
});

describe('posting activity', () => {
  it('counts posts by weekday and four-hour block', async () => {
    const truth = await published();

    const { total, data } = await client.call(getMediaActivity, { body: { ...request(), ...mediaPlatform } });

    expect(total).toBe(truth.length);
    expect(data.map(({ weekday }) => weekday).join()).toBe('Sun,Mon,Tue,Wed,Thu,Fri,Sat');
    for (const [weekday, { buckets, interactions }] of data.entries()) {
      for (let block = 0; block < 6; block += 1) {
        const there = truth.filter(({ publishedAt }) => {
          const at = new Date(publishedAt);
          return at.getUTCDay() === weekday && Math.floor(at.getUTCHours() / 4) === block;
        });
        expect(buckets[block]).toBe(there.length);
        const known = there.filter((media) => media.hasInsights && !media.hidesLikes && isOwn(media));
        if (known.length === there.length)
          expect(interactions[block]).toBe(known.reduce((sum, { totals }) => sum + totals.totalInteractions, 0));
      }
    }
  });

  it.each([
    'Europe/Berlin',
    'America/Los_Angeles',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'America/St_Johns',
  ])('counts each post by the local hour in %s on its own day', async (timeZone) => {
    const year = { from: addDays(yesterday, -365), to: addDays(yesterday, -30) };
    const body = { ...request(year), timeZone };
    const truth = (await allMedia()).filter(({ kind, publishedAt }) => {
      const day = dayIn(timeZone, new Date(publishedAt));
      return kind !== 'story' && day >= year.from && day <= year.to;
    });
    const toHour = createHourOfWeek(timeZone);
    const counts: Record<string, number> = {};
    for (const { publishedAt } of truth) {
      const hour = toHour(publishedAt);
      const key = `${shortWeekdays[Math.floor(hour / 24)]} ${Math.floor((hour % 24) / 4)}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }

    const { data } = await client.call(getMediaActivity, { body: { ...body, ...mediaPlatform } });

    const cells = data.flatMap(({ weekday, buckets }) => buckets.map((posts, block) => [`${weekday} ${block}`, posts]));
    expect(Object.fromEntries(cells.filter(([, posts]) => posts !== 0))).toEqual(counts);
  });

  it('counts posts per hashtag and mention', async () => {
    const captions = (await published()).map(({ caption }) => caption ?? '');
    const tagged = (pattern: RegExp) => {
      const counts: Record<string, number> = {};
      for (const caption of captions)
        for (const name of new Set(caption.toLowerCase().match(pattern))) counts[name] = (counts[name] ?? 0) + 1;
      return counts;
    };

    const { hashtags, mentions, collabs } = await client.call(getMediaActivity, {
      body: { ...request(), ...mediaPlatform },
    });

    const lower = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name.toLowerCase(), count]));
    expect(lower(hashtags)).toEqual(tagged(/#[\p{L}\p{M}\p{N}_]+/gu));
    expect(lower(mentions)).toEqual(tagged(/@[\w.]*\w/g));
    expect(Object.keys(hashtags).length).toBeGreaterThan(3);
    expect(Object.values(hashtags)).toEqual(Object.values(hashtags).toSorted((one, other) => other - one));
    expect(Object.keys(collabs).every((name) => name.startsWith('@'))).toBe(true);
  });
});

it('prefers the format with the most interactions per person reached', async () => {
  const names = {
    reel: 'Reels',
    carousel: 'Carousels',
    image: 'Static posts',
    video: 'Static posts',
    story: 'Stories',
  };
  const sums = new Map<string, { reach: number; interactions: number }>();
  // Others' posts have no insights, even where they are collaborations.
  for (const { kind, totals } of (await published()).filter(isOwn)) {
    const sum = sums.get(names[kind]) ?? { reach: 0, interactions: 0 };
    sums.set(names[kind], {
      reach: sum.reach + totals.reach,
      interactions: sum.interactions + totals.totalInteractions,
    });
  }
  const best = [...sums].toSorted(([, a], [, b]) => b.interactions / b.reach - a.interactions / a.reach)[0]?.[0];

  const answer = await client.call(getTopFormat, { body: { ...request(), ...mediaPlatform } });
  const nothing = await client.call(getTopFormat, {
    body: { ...request({ from: '2015-01-01', to: '2015-01-02' }), ...mediaPlatform },
  });

  expect(answer.preferredFormat).toBe(best);
  expect(nothing.preferredFormat).toBeNull();
});

describe('follower demographics', () => {
  const ask = (range = period) =>
    client.call(getLatestMetric, { body: { ...request(range), ...mediaPlatform, metric: 'follower_demographics' } });

  it('adds up followers of both accounts by age and gender, country and city', async () => {
    const truth = await Promise.all([first, second].map(trueFollowers));
    const sumBy = (dimension: keyof Cut, ...values: string[]) =>
      truth
        .flatMap((cut) => cut[dimension])
        .filter((cell) => cell.values.join() === values.join())
        .reduce((sum, { count }) => sum + count, 0);

    const { ageGender, countries, cities, asOf } = await ask();

    for (const { ageGroup, genderDist } of ageGender.byAgeGroup)
      for (const { gender, value } of genderDist) expect(value).toBe(sumBy('age,gender', ageGroup, gender));
    for (const { countryCode, value } of countries.allCountries) expect(value).toBe(sumBy('country', countryCode));
    for (const { cityName, value } of cities.top10) expect(value).toBe(sumBy('city', cityName));
    expect(countries.top10).toEqual(countries.allCountries.slice(0, 10));
    const codes = countries.allCountries.map(({ countryCode }) => countryCode);
    expect(
      cities.top10.map(({ countryCode }) => countryCode).filter((code) => code && codes.includes(code)).length,
    ).toBeGreaterThan(7);
    expect(cities.count).toBeGreaterThanOrEqual(cities.top10.length);
    expect(countries.total).toBe(countries.allCountries.reduce((sum, { value }) => sum + value, 0));
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('reports follower coverage and accounts without demographics', async () => {
    const { ageGender, countries, cities, coverage, asOf, isApprox } = await ask();

    const { followers } = await app.db
      .selectFrom('account_day')
      .select(({ fn }) => fn.sum<number>('followers').as('followers'))
      .where('account_id', 'in', [first.id, second.id])
      .where('day', '=', asOf ?? '')
      .executeTakeFirstOrThrow();
    expect(coverage.followers).toBe(followers);
    expect(coverage.ageGender).toBeCloseTo(Math.min(1, ageGender.total / followers), 9);
    expect(coverage.countries).toBeCloseTo(Math.min(1, countries.total / followers), 9);
    expect(coverage.cities).toBeCloseTo(Math.min(1, cities.total / followers), 9);
    expect(coverage.accountsWithout).toEqual([]);
    expect(isApprox).toBe([coverage.ageGender, coverage.countries, coverage.cities].some((ratio) => (ratio ?? 0) < 1));
  });

  it('uses the snapshot nearest to the range if the range has none', async () => {
    expect(await ask({ from: '2024-01-01', to: '2024-01-07' })).toEqual(await ask());
  });

  it('dates demographics by their sync day, even if nothing has changed', async () => {
    const cells = JSON.stringify({ country: { NO: 12 }, city: { 'Oslo, Oslo': 7 } });
    const snapshot = { account_id: first.id, audience: 'follower' as const };
    await app.db
      .insertInto('demographics')
      .values([
        { ...snapshot, day: '2023-01-01', cells, same_as_day: null },
        { ...snapshot, day: '2023-01-05', cells: null, same_as_day: '2023-01-01' },
      ])
      .execute();
    const askUntil = (to: string) =>
      client.call(getLatestMetric, {
        body: {
          ...request({ from: '2023-01-01', to }),
          accountIds: [first.id],
          ...mediaPlatform,
          metric: 'follower_demographics',
        },
      });

    const [before, after] = [await askUntil('2023-01-04'), await askUntil('2023-01-06')];

    await app.db.deleteFrom('demographics').where('day', '<', '2024-01-01').execute();
    expect(before).toMatchObject({ asOf: '2023-01-01', countries: { total: 12 }, cities: { total: 7 } });
    expect(after).toEqual({ ...before, asOf: '2023-01-05' });
  });

  it('returns no demographics if Instagram reports none', async () => {
    await app.db.deleteFrom('demographics').where('account_id', '=', second.id).execute();

    const { countries, coverage, approx } = await client.call(getLatestMetric, {
      body: { ...request(), accountIds: [second.id], ...mediaPlatform, metric: 'follower_demographics' },
    });

    expect(countries).toEqual({ top10: [], allCountries: [], total: 0 });
    expect(coverage).toEqual({
      followers: null,
      ageGender: null,
      countries: null,
      cities: null,
      accountsWithout: [second.id],
    });
    expect(approx?.reasons).toEqual(['instagram_hides_part']);
  });
});

describe('post highlights', () => {
  it('shows each post’s deltas in the range and its lifetime totals', async () => {
    const truth = new Map((await published()).map((media) => [media.id, media]));

    const { media, total } = await client.call(getMedia, {
      body: { ...request(), ...mediaPlatform, filterMode: 'published' },
    });

    expect(total).toBe(media.length);
    const posts = media.filter(({ mediaType }) => mediaType !== 'story');
    expect(posts.map(({ mediaId }) => mediaId).toSorted()).toEqual([...truth.keys()].toSorted());
    for (const item of posts) {
      const post = truth.get(item.mediaId);
      if (!post) throw new Error(`${item.mediaId} is not in the world`);
      if (!isOwn(post)) {
        expect(item.metrics.reach).toBeNull();
        expect(item.approx?.reasons).toContain('instagram_hides_part');
        continue;
      }
      // Metrics of a large post still grow a little during the test.
      const [reach, views]: unknown[] = [post.totals.reach, post.totals.views].map((count) =>
        expect.closeTo(count, -1),
      );
      expect(item.lifetimeMetrics).toMatchObject({ reach, saved: post.totals.saved });
      // Published in the range, so that deltas equal lifetime totals.
      expect(item.metrics).toMatchObject({ reach, views, saved: post.totals.saved });
      expect(item.previousPeriodMetrics).toBeNull();
      // The first sync came after the range, so that some counted activity may be later.
      expect(item.approx?.reasons).toContain('before_first_sync');
      expect(item.metadata.mediaProductType).toBe(item.productType);
      expect(item).toMatchObject({ coauthors: item.collaborators, duration: null, children: null });
      expect(item.metrics.impressions).toBeNull();
    }
  });
});

const calls = [
  ['/media/list/date/range', {}],
  ['/media/get', { ...mediaPlatform, filterMode: 'combined' }],
  ['/metrics/media/activity', mediaPlatform],
  ['/metrics/media/top-format', mediaPlatform],
  ['/metrics/account/latest', { ...mediaPlatform, metric: 'follower_demographics' }],
] as const;

async function post(path: string, body: unknown, token = client.token) {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Lists invalid inputs, each with a word that the error must contain. */
function mistakes(extra: object): [string, object][] {
  return [
    ['isoStart', { isoStart: '2026-02-30T00:00:00.000Z' }],
    ['isoStart', { isoStart: '2026-03-02T00:00:00.000Z', isoEnd: '2026-03-01T00:00:00.000Z' }],
    ['two years', { isoStart: '2020-01-01T00:00:00.000Z' }],
    ['accountIds', { accountIds: [] }],
    ['surprise', { surprise: true }],
    ...Object.keys(extra).map((name): [string, object] => [name, { [name]: 'something else' }]),
  ];
}

describe.each(calls)('POST %s', (path, extra) => {
  it('treats another user’s account as nonexistent', async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');

    const foreign = await post(path, { ...request(), ...extra, accountIds: [first.id] }, stranger.token);
    const unknown = await post(path, { ...request(), ...extra, accountIds: [first.id, '17841499999999999'] });

    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text).toContain('account_not_found');
  });

  it.each(mistakes(extra))('rejects an unknown value and names the field: %s %j', async (field, change) => {
    const { status, text } = await post(path, { ...request(), ...extra, ...change });

    expect(status).toBe(400);
    expect(text).toContain(field);
  });
});
