import { getLatestMetric, getMedia, getMediaActivity, getTopFormat, listMediaOfRange } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { accountOf, settled, trueMedia, untilSynced, type WorldAccount, type WorldMedia } from '../../../test/world.ts';
import { addDays } from '../../platform/clock.ts';

let app: TestApp;
let client: TestClient;
let first: WorldAccount;
let second: WorldAccount;
const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
const maya = 'maya@sandbox.test';
// Long enough ago for the figures of its posts to stand still while the test runs.
const period = { from: addDays(yesterday, -119), to: addDays(yesterday, -30) };

beforeAll(async () => {
  app = await startTestApp();
  ({ client, account: first } = await settled(app, maya, { account: 1 }));
  second = await accountOf(app, maya, 2);
  await client.link(second.id);
  await untilSynced(client, second.id);
});
afterAll(() => app.close());

const request = ({ from, to } = period) => ({
  isoStart: `${from}T00:00:00.000Z`,
  isoEnd: `${to}T23:59:59.999Z`,
  accountIds: [first.id, second.id],
});
const ofMedia = { platform: 'instagram_media' } as const;

async function published({ from, to } = period): Promise<WorldMedia[]> {
  const all = (await Promise.all([first, second].map(({ id }) => trueMedia(app, id)))).flat();
  return all.filter(({ day, kind }) => kind !== 'story' && day >= from && day <= to);
}

interface Cut {
  country: { values: string[]; count: number }[];
  city: { values: string[]; count: number }[];
  'age,gender': { values: string[]; count: number }[];
}
const trueFollowers = async (account: WorldAccount) =>
  (await app.control<{ followers: Cut }>(`world/accounts/${account.id}/demographics`)).followers;

it('lists what was published in a range, newest first', async () => {
  const truth = (await published()).toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));

  const media = await client.call(listMediaOfRange, { body: request() });

  expect(media.filter(({ mediaType }) => mediaType !== 'story').map(({ timestamp }) => timestamp)).toEqual(
    truth.map(({ publishedAt }) => publishedAt),
  );
});

describe('the activity', () => {
  it('counts the posts of each weekday and block of four hours', async () => {
    const truth = await published();

    const { total, data } = await client.call(getMediaActivity, { body: { ...request(), ...ofMedia } });

    expect(total).toBe(truth.length);
    expect(data.map(({ weekday }) => weekday).join()).toBe('Sun,Mon,Tue,Wed,Thu,Fri,Sat');
    for (const [weekday, { buckets, interactions }] of data.entries()) {
      for (let block = 0; block < 6; block += 1) {
        const there = truth.filter(({ publishedAt }) => {
          const at = new Date(publishedAt);
          return at.getUTCDay() === weekday && Math.floor(at.getUTCHours() / 4) === block;
        });
        expect(buckets[block]).toBe(there.length);
        const known = there.filter(({ hasInsights, hidesLikes }) => hasInsights && !hidesLikes);
        if (known.length === there.length)
          expect(interactions[block]).toBe(known.reduce((sum, { totals }) => sum + totals.totalInteractions, 0));
      }
    }
  });

  it('counts in how many posts each hashtag and mention stands', async () => {
    const captions = (await published()).map(({ caption }) => caption ?? '');
    const tagged = (pattern: RegExp) => {
      const counts: Record<string, number> = {};
      for (const caption of captions)
        for (const name of new Set(caption.toLowerCase().match(pattern))) counts[name] = (counts[name] ?? 0) + 1;
      return counts;
    };

    const { hashtags, mentions, collabs } = await client.call(getMediaActivity, { body: { ...request(), ...ofMedia } });

    const lower = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name.toLowerCase(), count]));
    expect(lower(hashtags)).toEqual(tagged(/#[\p{L}\p{M}\p{N}_]+/gu));
    expect(lower(mentions)).toEqual(tagged(/@[\w.]*\w/g));
    expect(Object.keys(hashtags).length).toBeGreaterThan(3);
    expect(Object.values(hashtags)).toEqual(Object.values(hashtags).toSorted((one, other) => other - one));
    expect(Object.keys(collabs).every((name) => name.startsWith('@'))).toBe(true);
  });
});

it('prefers the format with the most interactions for those it reached', async () => {
  const names = {
    reel: 'Reels',
    carousel: 'Carousels',
    image: 'Static posts',
    video: 'Static posts',
    story: 'Stories',
  };
  const sums = new Map<string, { reach: number; interactions: number }>();
  for (const { kind, totals } of await published()) {
    const sum = sums.get(names[kind]) ?? { reach: 0, interactions: 0 };
    sums.set(names[kind], {
      reach: sum.reach + totals.reach,
      interactions: sum.interactions + totals.totalInteractions,
    });
  }
  const best = [...sums].toSorted(([, a], [, b]) => b.interactions / b.reach - a.interactions / a.reach)[0]?.[0];

  const answer = await client.call(getTopFormat, { body: { ...request(), ...ofMedia } });
  const nothing = await client.call(getTopFormat, {
    body: { ...request({ from: '2015-01-01', to: '2015-01-02' }), ...ofMedia },
  });

  expect(answer.preferredFormat).toBe(best);
  expect(nothing.preferredFormat).toBeNull();
});

describe('the followers', () => {
  const ask = (range = period) =>
    client.call(getLatestMetric, { body: { ...request(range), ...ofMedia, metric: 'follower_demographics' } });

  it('are told by age and gender, country and city, both accounts added up', async () => {
    const truth = await Promise.all([first, second].map(trueFollowers));
    const sumOf = (dimension: keyof Cut, ...values: string[]) =>
      truth
        .flatMap((cut) => cut[dimension])
        .filter((cell) => cell.values.join() === values.join())
        .reduce((sum, { count }) => sum + count, 0);

    const { ageGender, countries, cities, asOf } = await ask();

    for (const { ageGroup, genderDist } of ageGender.byAgeGroup)
      for (const { gender, value } of genderDist) expect(value).toBe(sumOf('age,gender', ageGroup, gender));
    for (const { countryCode, value } of countries.allCountries) expect(value).toBe(sumOf('country', countryCode));
    for (const { cityName, value } of cities.top10) expect(value).toBe(sumOf('city', cityName));
    expect(countries.top10).toEqual(countries.allCountries.slice(0, 10));
    expect(countries.total).toBe(countries.allCountries.reduce((sum, { value }) => sum + value, 0));
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('are the reading nearest to the range, for there is none of long ago', async () => {
    expect(await ask({ from: '2024-01-01', to: '2024-01-07' })).toEqual(await ask());
  });

  it('are told as of the day on which they were read, also when nothing had changed since the reading before', async () => {
    const cells = JSON.stringify({ country: { NO: 12 }, city: { 'Oslo, Oslo': 7 } });
    const snapshot = { account_id: first.id, audience: 'follower' as const };
    await app.db
      .insertInto('demographics')
      .values([
        { ...snapshot, day: '2023-01-01', cells, same_as: null },
        { ...snapshot, day: '2023-01-05', cells: null, same_as: '2023-01-01' },
      ])
      .execute();
    const askUntil = (to: string) =>
      client.call(getLatestMetric, {
        body: {
          ...request({ from: '2023-01-01', to }),
          accountIds: [first.id],
          ...ofMedia,
          metric: 'follower_demographics',
        },
      });

    const [before, after] = [await askUntil('2023-01-04'), await askUntil('2023-01-06')];

    await app.db.deleteFrom('demographics').where('day', '<', '2024-01-01').execute();
    expect(before).toMatchObject({ asOf: '2023-01-01', countries: { total: 12 }, cities: { total: 7 } });
    expect(after).toEqual({ ...before, asOf: '2023-01-05' });
  });

  it('are nobody where Instagram tells nothing', async () => {
    await app.db.deleteFrom('demographics').where('account_id', '=', second.id).execute();

    const { countries } = await client.call(getLatestMetric, {
      body: { ...request(), accountIds: [second.id], ...ofMedia, metric: 'follower_demographics' },
    });

    expect(countries).toEqual({ top10: [], allCountries: [], total: 0 });
  });
});

describe('the highlights', () => {
  it('tell what each media gained in the range, and what it has in all', async () => {
    const truth = new Map((await published()).map((media) => [media.id, media]));

    const { media, total } = await client.call(getMedia, {
      body: { ...request(), ...ofMedia, filterMode: 'published' },
    });

    expect(total).toBe(media.length);
    const posts = media.filter(({ mediaType }) => mediaType !== 'story');
    expect(posts.map(({ mediaId }) => mediaId).toSorted()).toEqual([...truth.keys()].toSorted());
    for (const item of posts) {
      const totals = truth.get(item.mediaId)?.totals;
      expect(item.lifetimeMetrics).toMatchObject({ reach: totals?.reach, saved: totals?.saved });
      // Published in the range: all that it has, it gained in it.
      expect(item.metrics).toMatchObject({ reach: totals?.reach, views: totals?.views, saved: totals?.saved });
      expect(item.previousPeriodMetrics).toBeNull();
      expect(item.metadata.mediaProductType).toBe(item.productType);
    }
  });
});

const calls = [
  ['/media/list/date/range', {}],
  ['/media/get', { ...ofMedia, filterMode: 'combined' }],
  ['/metrics/media/activity', ofMedia],
  ['/metrics/media/top-format', ofMedia],
  ['/metrics/account/latest', { ...ofMedia, metric: 'follower_demographics' }],
] as const;

async function post(path: string, body: unknown, token = client.token) {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Each with a word that the refusal must say. */
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
  it('answers for somebody else’s account as for one that does not exist', async () => {
    const stranger = await app.withPlan('theo@sandbox.test', 'starter');

    const foreign = await post(path, { ...request(), ...extra, accountIds: [first.id] }, stranger.token);
    const unknown = await post(path, { ...request(), ...extra, accountIds: [first.id, '17841499999999999'] });

    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text).toContain('account_not_found');
  });

  it.each(mistakes(extra))('refuses what it does not know and names the field: %s %j', async (field, change) => {
    const { status, text } = await post(path, { ...request(), ...extra, ...change });

    expect(status).toBe(400);
    expect(text).toContain(field);
  });
});
