import { describe, expect, it } from 'vitest';
import type { Loose } from '../../../test/sandbox-client.ts';
import { accountId, connectAs, lever, openSandbox, textOf } from '../../../test/sandbox-client.ts';

const now = () => new Date('2026-11-21T15:00:00Z');

async function kitchen(zone = 'UTC') {
  const sandbox = await openSandbox({ clock: now, dayZone: zone });
  const id = await accountId(sandbox, 'fjordlys.kitchen');
  const maya = await connectAs(sandbox, 'maya');
  const { body } = await lever(sandbox, `world/accounts/${id}/days?from=2026-11-10&to=2026-11-21`);
  return { sandbox, id, maya, days: Object.values(body['days'] ?? {}) };
}

function totalOf(body: Loose, name: string): Loose | undefined {
  return Object.values(body['data'] ?? {}).find((metric) => textOf(metric['name']) === name)?.['total_value'];
}

describe('account insights', () => {
  it('say of one day what is true of it, with cells that add up', async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(
      `${id}/insights?metric=views,total_interactions,likes&period=day&metric_type=total_value&breakdown=media_product_type&since=2026-11-12&until=2026-11-13`,
    );

    const truth = days[2];
    expect(totalOf(body, 'views')?.['value']).toBe(truth?.['views']);
    expect(totalOf(body, 'total_interactions')?.['value']).toBe(truth?.['totalInteractions']);
    const cells = Object.values(totalOf(body, 'views')?.['breakdowns']?.['0']?.['results'] ?? {});
    expect(cells.reduce((sum, cell) => sum + Number(cell['value']), 0)).toBe(truth?.['views']);
  });

  it('give the days of a series with the end of each day', async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(`${id}/insights?metric=reach&period=day&since=2026-11-10&until=2026-11-12`);

    expect(body['data']?.['0']?.['values']).toEqual([
      { value: days[0]?.['reach'], end_time: '2026-11-11T00:00:00+0000' },
      { value: days[1]?.['reach'], end_time: '2026-11-12T00:00:00+0000' },
    ]);
  });

  it('count in Pacific days when the sandbox is told to', async () => {
    const { id, maya } = await kitchen('America/Los_Angeles');

    const { body } = await maya.get(`${id}/insights?metric=reach&period=day&since=2026-11-10&until=2026-11-11`);

    expect(body['data']?.['0']?.['values']?.['0']?.['end_time']).toBe('2026-11-11T08:00:00+0000');
  });

  it('count each person of a window once', async () => {
    const { sandbox, id, maya, days } = await kitchen();
    const { body: truth } = await lever(sandbox, `world/accounts/${id}/windows?endDay=2026-11-16&days=7`);

    const { body } = await maya.get(
      `${id}/insights?metric=reach,accounts_engaged&period=day&metric_type=total_value&since=2026-11-10&until=2026-11-17`,
    );

    expect(totalOf(body, 'reach')?.['value']).toBe(truth['reach']);
    expect(totalOf(body, 'accounts_engaged')?.['value']).toBe(truth['engaged']);
    expect(Number(truth['reach'])).toBeLessThan(days.slice(0, 7).reduce((sum, each) => sum + Number(each['reach']), 0));
  });

  it('agree with the profile about followers', async () => {
    const { id, maya, days } = await kitchen();
    const follows = await maya.get(
      `${id}/insights?metric=follows_and_unfollows&period=day&metric_type=total_value&breakdown=follow_type&since=2026-11-21&until=2026-11-22`,
    );
    const profile = await maya.get(`${id}?fields=followers_count`);

    const cells = Object.values(
      totalOf(follows.body, 'follows_and_unfollows')?.['breakdowns']?.['0']?.['results'] ?? {},
    ).map((cell) => Number(cell['value']));

    expect(Number(profile.body['followers_count'])).toBe(
      Number(days[10]?.['followersEnd']) + (cells[0] ?? 0) - (cells[1] ?? 0),
    );
  });

  it('are empty, not zero, where there is no data', async () => {
    const { id, maya } = await kitchen();

    const { body } = await maya.get(
      `${id}/insights?metric=views&period=day&metric_type=total_value&since=2020-01-01&until=2020-01-02`,
    );

    expect(body['data']).toEqual([]);
  });

  it('come with the profile in one call', async () => {
    const { id, maya, days } = await kitchen();

    const { body } = await maya.get(
      `${id}?fields=username,insights.metric(views).period(day).metric_type(total_value).since(2026-11-12).until(2026-11-13)`,
    );

    expect(body['insights']?.['data']?.['0']?.['total_value']?.['value']).toBe(days[2]?.['views']);
  });

  it('page by moving the window, on the sandbox’s own address and without the proof', async () => {
    const { sandbox, id, maya } = await kitchen();

    const { body } = await maya.get(`${id}/insights?metric=reach&period=day&since=2026-11-10&until=2026-11-12`);

    const next = new URL(textOf(body['paging']?.['next']));
    expect(next.origin).toBe(sandbox.url);
    expect(next.searchParams.has('appsecret_proof')).toBe(false);
    expect(next.searchParams.get('access_token')).toBe(maya.token);
  });
});
