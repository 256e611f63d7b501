import { describe, expect, it } from 'vitest';
import type { Loose } from '../../../test/sandbox-client.ts';
import { accountId, connectAs, lever, openSandbox, toText } from '../../../test/sandbox-client.ts';

const now = () => new Date('2026-11-21T15:00:00Z');

async function kitchen(zone = 'UTC') {
  const sandbox = await openSandbox({ clock: now, dayZone: zone });
  const id = await accountId(sandbox, 'fjordlys.kitchen');
  const maya = await connectAs(sandbox, 'maya');
  const { body } = await lever(sandbox, `world/accounts/${id}/days?from=2026-11-10&to=2026-11-21`);
  return { sandbox, id, maya, days: Object.values(body['days'] ?? {}) };
}

function toTotal(body: Loose, name: string): Loose | undefined {
  return Object.values(body['data'] ?? {}).find((metric) => toText(metric['name']) === name)?.['total_value'];
}

describe('account insights', () => {
  it("returns a day's real values, with breakdowns that add up", async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(
      `${id}/insights?metric=views,total_interactions,likes&period=day&metric_type=total_value&breakdown=media_product_type&since=2026-11-12&until=2026-11-12`,
    );

    const truth = days[2];
    expect(toTotal(body, 'views')?.['value']).toBe(truth?.['views']);
    expect(toTotal(body, 'total_interactions')?.['value']).toBe(truth?.['totalInteractions']);
    const cells = Object.values(toTotal(body, 'views')?.['breakdowns']?.['0']?.['results'] ?? {});
    expect(cells.reduce((sum, cell) => sum + Number(cell['value']), 0)).toBe(truth?.['views']);
  });

  it('covers two days when the window ends at the next midnight', async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(
      `${id}/insights?metric=views&period=day&metric_type=total_value&since=2026-11-12&until=2026-11-13`,
    );

    expect(toTotal(body, 'views')?.['value']).toBe(Number(days[2]?.['views']) + Number(days[3]?.['views']));
  });

  it('covers one day when the window ends a second before the next midnight', async () => {
    const { id, maya, days } = await kitchen();
    const [since, until] = [Date.UTC(2026, 10, 12) / 1000, Date.UTC(2026, 10, 13) / 1000 - 1];

    const { body } = await maya.get(
      `${id}/insights?metric=views&period=day&metric_type=total_value&since=${since}&until=${until}`,
    );

    expect(toTotal(body, 'views')?.['value']).toBe(days[2]?.['views']);
  });

  it('rejects 30 days from midnight to midnight if a day has 25 hours', async () => {
    const { id, maya } = await kitchen('America/Los_Angeles');
    const ask = (until: number) =>
      maya.get(
        `${id}/insights?metric=reach&period=day&metric_type=total_value&since=${Date.parse('2026-10-10T07:00:00Z') / 1000}&until=${until}`,
      );
    const midnight = Date.parse('2026-11-09T08:00:00Z') / 1000;

    const [refused, given] = await Promise.all([ask(midnight), ask(midnight - 3600)]);

    expect(refused.body['error']).toMatchObject({ code: 100, message: expect.stringContaining('2592000 s') });
    expect(toTotal(given.body, 'reach')).toBeDefined();
  });

  it('covers the last 24 hours by default', async () => {
    const { id, maya, days } = await kitchen();

    const [series, total] = await Promise.all([
      maya.get(`${id}/insights?metric=reach&period=day`),
      maya.get(`${id}/insights?metric=views&period=day&metric_type=total_value`),
    ]);

    expect(series.body['data']?.['0']?.['values']).toEqual([
      { value: days[11]?.['reach'], end_time: '2026-11-21T00:00:00+0000' },
    ]);
    expect(toTotal(total.body, 'views')?.['value']).toBe(days[11]?.['views']);
  });

  it("dates a series' days by their start, and includes both ends", async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(`${id}/insights?metric=reach&period=day&since=2026-11-10&until=2026-11-12`);

    expect(body['data']?.['0']?.['values']).toEqual([
      { value: days[0]?.['reach'], end_time: '2026-11-10T00:00:00+0000' },
      { value: days[1]?.['reach'], end_time: '2026-11-11T00:00:00+0000' },
      { value: days[2]?.['reach'], end_time: '2026-11-12T00:00:00+0000' },
    ]);
  });

  it("dates a series' days by their end if configured", async () => {
    const { sandbox, id, maya, days } = await kitchen();
    await lever(sandbox, 'faults', { rules: [{ fault: 'series-dated-by-end' }] });

    const { body } = await maya.get(`${id}/insights?metric=reach&period=day&since=2026-11-10&until=2026-11-12`);

    expect(body['data']?.['0']?.['values']).toEqual([
      { value: days[0]?.['reach'], end_time: '2026-11-11T00:00:00+0000' },
      { value: days[1]?.['reach'], end_time: '2026-11-12T00:00:00+0000' },
    ]);
  });

  it('counts in Pacific days when configured', async () => {
    const { id, maya } = await kitchen('America/Los_Angeles');

    const { body } = await maya.get(`${id}/insights?metric=reach&period=day&since=2026-11-10&until=2026-11-11`);

    expect(body['data']?.['0']?.['values']?.['0']?.['end_time']).toBe('2026-11-10T08:00:00+0000');
  });

  const message = '(#100) since param is not valid. Metrics data is available for the last 2 years';
  const askViews = (id: string, since: string, until = since) =>
    `${id}/insights?metric=views&period=day&metric_type=total_value&since=${since}&until=${until}`;

  it('rejects a range that begins over two years ago or in the future', async () => {
    const { id, maya } = await kitchen();

    const [accepted, tooOld, future] = await Promise.all(
      ['2024-11-22', '2024-11-21', '2026-11-22'].map((since) => maya.get(askViews(id, since))),
    );

    expect(accepted?.body['error']).toBeUndefined();
    expect(tooOld?.body['error']).toMatchObject({ code: 100, message });
    expect(future?.body['error']).toMatchObject({ code: 100, message });
  });

  it('omits older days without an error if configured', async () => {
    const { sandbox, id, maya } = await kitchen();
    await lever(sandbox, 'faults', { rules: [{ fault: 'old-days-silent' }] });

    const { body } = await maya.get(askViews(id, '2020-01-01'));

    expect(body['data']).toEqual([]);
  });

  it('accepts totals over more than 30 days only if configured, and never a series', async () => {
    const { sandbox, id, maya } = await kitchen();
    const series = `${id}/insights?metric=reach&period=day&since=2026-09-01&until=2026-11-10`;
    const total = `${series}&metric_type=total_value`;
    const refused = await maya.get(total);
    await lever(sandbox, 'faults', { rules: [{ fault: 'long-totals' }] });

    const accepted = await maya.get(total);

    const { body: truth } = await lever(sandbox, `world/accounts/${id}/windows?endDay=2026-11-10&days=71`);
    expect(refused.body['error']).toMatchObject({ code: 100 });
    expect(toTotal(accepted.body, 'reach')?.['value']).toBe(truth['reach']);
    expect((await maya.get(series)).body['error']).toMatchObject({ code: 100 });
  });

  it('omits follow types older than a year, unless configured', async () => {
    const { sandbox, id, maya } = await kitchen();
    const ask = `${id}/insights?metric=reach,views,follows_and_unfollows&period=day&metric_type=total_value&breakdown=follow_type&since=2025-11-02&until=2025-11-02`;

    const forgotten = await maya.get(ask);
    await lever(sandbox, 'faults', { rules: [{ fault: 'old-follow-types' }] });
    const remembered = await maya.get(ask);

    for (const name of ['reach', 'views', 'follows_and_unfollows']) {
      expect(toTotal(forgotten.body, name)?.['breakdowns']).toEqual([{ dimension_keys: ['follow_type'] }]);
      expect(Object.keys(toTotal(remembered.body, name)?.['breakdowns']?.['0']?.['results'] ?? {})).not.toEqual([]);
    }
    expect(Number(toTotal(forgotten.body, 'reach')?.['value'])).toBeGreaterThan(0);
  });

  it('estimates parts of unique counts within two percent, unless configured to be exact', async () => {
    const { sandbox, id, maya, days } = await kitchen();
    const ask = `${id}/insights?metric=reach&period=day&metric_type=total_value&breakdown=follow_type&since=2026-11-12&until=2026-11-12`;
    const toSum = (body: Loose) =>
      Object.values(toTotal(body, 'reach')?.['breakdowns']?.['0']?.['results'] ?? {}).reduce(
        (sum, cell) => sum + Number(cell['value']),
        0,
      );

    const estimated = toSum((await maya.get(ask)).body);
    await lever(sandbox, 'faults', { rules: [{ fault: 'exact-parts' }] });
    const exact = toSum((await maya.get(ask)).body);

    const reach = Number(days[2]?.['reach']);
    expect(exact).toBe(reach);
    expect(estimated).not.toBe(reach);
    expect(Math.abs(estimated - reach)).toBeLessThan(0.02 * reach);
  });

  it('counts each person once per window', async () => {
    const { sandbox, id, maya, days } = await kitchen();
    const { body: truth } = await lever(sandbox, `world/accounts/${id}/windows?endDay=2026-11-16&days=7`);

    const { body } = await maya.get(
      `${id}/insights?metric=reach,accounts_engaged&period=day&metric_type=total_value&since=2026-11-10&until=2026-11-16`,
    );

    expect(toTotal(body, 'reach')?.['value']).toBe(truth['reach']);
    expect(toTotal(body, 'accounts_engaged')?.['value']).toBe(truth['engaged']);
    expect(Number(truth['reach'])).toBeLessThan(days.slice(0, 7).reduce((sum, each) => sum + Number(each['reach']), 0));
  });

  it("matches the profile's follower count", async () => {
    const { id, maya, days } = await kitchen();
    const follows = await maya.get(
      `${id}/insights?metric=follows_and_unfollows&period=day&metric_type=total_value&breakdown=follow_type&since=2026-11-21&until=2026-11-21`,
    );
    const profile = await maya.get(`${id}?fields=followers_count`);

    const cells = Object.values(
      toTotal(follows.body, 'follows_and_unfollows')?.['breakdowns']?.['0']?.['results'] ?? {},
    ).map((cell) => Number(cell['value']));

    expect(Number(profile.body['followers_count'])).toBe(
      Number(days[10]?.['followersEnd']) + (cells[0] ?? 0) - (cells[1] ?? 0),
    );
  });

  it('counts new followers without subtracting unfollows', async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(
      `${id}/insights?metric=follower_count&period=day&since=2026-11-18&until=2026-11-20`,
    );

    expect(Object.values(body['data']?.['0']?.['values'] ?? {}).map((day) => day['value'])).toEqual(
      days.slice(8, 11).map((day) => day['follows']),
    );
  });

  it('counts people of unknown follow type as neither followers nor non-followers', async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(
      `${id}/insights?metric=reach,views&period=day&metric_type=total_value&breakdown=follow_type&since=2026-11-12&until=2026-11-12`,
    );

    for (const [name, truth] of Object.entries({ reach: 'reachByFollowType', views: 'viewsByFollowType' })) {
      const cells = Object.values(toTotal(body, name)?.['breakdowns']?.['0']?.['results'] ?? {});
      expect(Object.fromEntries(cells.map((cell) => [toText(cell['dimension_values']?.['0']), cell['value']]))).toEqual(
        days[2]?.['cells']?.[truth],
      );
      expect(Number(days[2]?.['cells']?.[truth]?.['UNKNOWN'])).toBeGreaterThan(0);
    }
  });

  it("rejects the current day's new followers", async () => {
    const { id, maya } = await kitchen();

    const { body } = await maya.get(
      `${id}/insights?metric=follower_count&period=day&since=2026-11-18&until=2026-11-21`,
    );

    expect(body['error']).toMatchObject({ code: 100, message: expect.stringContaining('excluding the current day') });
  });

  it('returns net follower losses on quiet days, unless switched off', async () => {
    const sandbox = await openSandbox({ clock: now, dayZone: 'UTC' });
    const id = await accountId(sandbox, 'fjordlys.ceramics');
    const path = `world/accounts/${id}/days?from=2026-05-01&to=2026-11-20`;
    const toLikes = async () =>
      Object.values((await lever(sandbox, path)).body['days'] ?? {}).map((day) =>
        Number(day['cells']?.['likes']?.['POST']),
      );

    const withLosses = await toLikes();
    await lever(sandbox, 'faults', { rules: [{ fault: 'no-net-losses' }] });
    const without = await toLikes();

    expect(Math.min(...withLosses)).toBe(-1);
    expect(Math.min(...without)).toBeGreaterThanOrEqual(0);
  });

  it('returns an empty list instead of zeros if there is no data', async () => {
    const sandbox = await openSandbox({ clock: now, dayZone: 'UTC' });
    const id = await accountId(sandbox, 'okafor.coffee');
    const theo = await connectAs(sandbox, 'theo');

    const { body } = await theo.get(askViews(id, '2024-12-01'));

    expect(body['data']).toEqual([]);
  });

  it('returns insights together with the profile in one call', async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(
      `${id}?fields=username,insights.metric(views).period(day).metric_type(total_value).since(2026-11-12).until(2026-11-12)`,
    );

    expect(body['insights']?.['data']?.['0']?.['total_value']?.['value']).toBe(days[2]?.['views']);
  });

  it('pages by moving the window, on the sandbox’s own host and without appsecret_proof', async () => {
    const { sandbox, id, maya } = await kitchen();

    const { body } = await maya.get(`${id}/insights?metric=reach&period=day&since=2026-11-10&until=2026-11-12`);

    const next = new URL(toText(body['paging']?.['next']));
    expect(Number(next.searchParams.get('since'))).toBe(Date.UTC(2026, 10, 12) / 1000 + 1);
    expect(next.origin).toBe(sandbox.url);
    expect(next.searchParams.has('appsecret_proof')).toBe(false);
    expect(next.searchParams.get('access_token')).toBe(maya.token);
  });
});

describe('media insights', () => {
  it('returns profile actions in lower case', async () => {
    const { sandbox, id, maya } = await kitchen();
    const { body: truth } = await lever(sandbox, `world/accounts/${id}/media`);
    const post = Object.values(truth['media'] ?? {}).find(
      (media) => toText(media['kind']) !== 'reel' && Number(media['profileActivity']?.['email']) > 0,
    );

    const { body } = await maya.get(`${toText(post?.['id'])}/insights?metric=profile_activity&breakdown=action_type`);

    const cells = Object.values(body['data']?.['0']?.['total_value']?.['breakdowns']?.['0']?.['results'] ?? {});
    expect(Object.fromEntries(cells.map((cell) => [toText(cell['dimension_values']?.['0']), cell['value']]))).toEqual(
      Object.fromEntries(Object.entries(post?.['profileActivity'] ?? {}).filter(([, value]) => Number(value) > 0)),
    );
    expect(Object.keys(post?.['profileActivity'] ?? {})).toContain('bio_link_clicked');
  });
});
