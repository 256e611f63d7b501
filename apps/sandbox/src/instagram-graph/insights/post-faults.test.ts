import { describe, expect, it } from 'vitest';
import { accountId, connectAs, lever, openSandbox, toText } from '../../../test/sandbox-client.ts';

async function kitchen() {
  const sandbox = await openSandbox({ clock: () => new Date('2026-11-21T15:00:00Z') });
  const id = await accountId(sandbox, 'fjordlys.kitchen');
  const maya = await connectAs(sandbox, 'maya');
  const { body } = await lever(sandbox, `world/accounts/${id}/media`);
  const media = Object.values(body['media'] ?? {});
  const findByKind = (kind: string) => toText(media.find((item) => toText(item['kind']) === kind)?.['id']);
  const set = (...rules: Record<string, unknown>[]) => lever(sandbox, 'faults', { rules });
  return { sandbox, id, maya, findByKind, set, newest: toText(media[0]?.['id']), next: toText(media[1]?.['id']) };
}

const window = 'period=day&metric_type=total_value&since=2026-11-20&until=2026-11-20';

describe('rejected post', () => {
  it.each([
    ['post-permission', {}, 403, { code: 10, message: '(#10) Application does not have permission for this action' }],
    ['post-permission', { status: 400 }, 400, { code: 10 }],
    ['post-code-1', {}, 500, { code: 1, is_transient: false, message: 'An unknown error has occurred.' }],
    ['post-code-1', { code: -1 }, 500, { code: -1, is_transient: false }],
  ])('rejects a single post in its page and in a batch: %s %j', async (fault, params, status, error) => {
    const { id, maya, set, newest, next } = await kitchen();
    await set({ fault, params: { ...params, media: newest } });

    const [alone, other, page] = await Promise.all([
      maya.get(`${newest}/insights?metric=reach`),
      maya.get(`${next}/insights?metric=reach`),
      maya.get(`${id}/media?fields=id,insights.metric(reach)&limit=5`),
    ]);
    const { body: batch } = await maya.batch([newest, next].map((media) => `${media}/insights?metric=reach`));

    expect([alone.status, other.status, page.status]).toEqual([status, 200, status]);
    expect(alone.body['error']).toMatchObject(error);
    expect(page.body['error']).toMatchObject(error);
    expect(Object.values(batch).map((item) => Number(item['code']))).toEqual([status, 200]);
  });

  it('fails a request with unsupported metrics, and names them', async () => {
    const { maya, set, findByKind } = await kitchen();
    await set({ fault: 'metric-unsupported', params: { metrics: 'views,shares', kind: 'carousel' } });
    const refused = (media: string) => maya.get(`${media}/insights?metric=reach,views,saved,shares`);

    const [carousel, image] = [await refused(findByKind('carousel')), await refused(findByKind('image'))];
    const rest = await maya.get(`${findByKind('carousel')}/insights?metric=reach,saved`);

    expect(carousel.body['error']).toMatchObject({
      code: 100,
      message: '(#100) The Media Insights API does not support the views, shares metric for this media product type.',
    });
    expect([image.status, rest.status]).toEqual([200, 200]);
  });

  it('answers views on Facebook for reels only, or not at all', async () => {
    const { maya, set, findByKind } = await kitchen();
    const read = (kind: string) => maya.get(`${findByKind(kind)}/insights?metric=facebook_views,crossposted_views`);

    const [reel, image] = [await read('reel'), await read('image')];
    await set({ fault: 'crossposted-fatal' });
    const failed = await read('reel');

    expect(reel.status).toBe(200);
    expect(toText(image.body['error']?.['message'])).toContain('does not support the facebook_views');
    expect(failed.body['error']).toMatchObject({ code: -1, error_subcode: 2_207_086, message: 'Fatal' });
  });

  it('names every metric that the media type lacks', async () => {
    const { maya, findByKind } = await kitchen();

    const { body } = await maya.get(`${findByKind('reel')}/insights?metric=reach,follows,profile_visits`);

    expect(toText(body['error']?.['message'])).toContain('does not support the follows, profile_visits metric');
  });
});

describe('rejected account metric', () => {
  it('names all rejected account metrics in one error', async () => {
    const { id, maya, set } = await kitchen();
    await set({ fault: 'metric-retired', params: { metrics: 'profile_views, website_clicks' } });

    const { body } = await maya.get(`${id}/insights?metric=profile_views,views,website_clicks&${window}`);

    expect(body['error']).toMatchObject({
      code: 100,
      message: expect.stringContaining('the profile_views, website_clicks metric is no longer supported'),
    });
  });

  it('no longer lists a retired metric of posts', async () => {
    const { maya, set, newest } = await kitchen();
    await set({ fault: 'metric-retired', params: { metrics: 'shares' } });

    const { body } = await maya.get(`${newest}/insights?metric=reach,shares`);

    const message = toText(body['error']?.['message']);
    expect(message).toContain('metric[1] must be one of the following values: reach, views, total_interactions');
    expect(message).not.toContain('shares');
  });

  it('rejects a breakdown with an unknown error', async () => {
    const { id, maya, set } = await kitchen();
    await set({ fault: 'breakdown-code-1', params: { breakdown: 'follow_type' } });
    const ask = (breakdown: string) => maya.get(`${id}/insights?metric=views&${window}&breakdown=${breakdown}`);

    const [refused, given] = [await ask('follow_type'), await ask('media_product_type')];

    expect(refused.status).toBe(500);
    expect(refused.body['error']).toMatchObject({
      code: 1,
      is_transient: false,
      message: 'An unknown error has occurred.',
    });
    expect(given.status).toBe(200);
  });

  it('omits a metric, returns null, or omits total and cells', async () => {
    const { id, maya, set } = await kitchen();
    const ask = async () =>
      (await maya.get(`${id}/insights?metric=reach,views&${window}&breakdown=follow_type`)).body['data'] ?? {};

    await set({ fault: 'missing-metric', params: { metrics: 'views' } });
    expect(Object.values(await ask()).map(({ name }) => name)).toEqual(['reach']);
    await set({ fault: 'null-metric', params: { metrics: 'views' } });
    expect((await ask())['1']?.['total_value']?.['value']).toBeNull();
    await set({ fault: 'no-data-breakdown', params: { metrics: 'views' } });
    expect((await ask())['1']?.['total_value']).toEqual({ breakdowns: [{ dimension_keys: ['follow_type'] }] });
    expect((await ask())['0']?.['total_value']?.['value']).toBeGreaterThan(0);
  });
});

describe('numbers as strings', () => {
  it('returns reach series, totals, cells and demographics as strings', async () => {
    const { id, maya, set } = await kitchen();
    await set({ fault: 'wrong-types' });

    const [series, total, people] = await Promise.all([
      maya.get(`${id}/insights?metric=reach&period=day`),
      maya.get(`${id}/insights?metric=views&${window}&breakdown=follow_type`),
      maya.get(
        `${id}/insights?metric=follower_demographics&period=lifetime&metric_type=total_value&breakdown=age&timeframe=this_month`,
      ),
    ]);

    const texts = /"value":"\d+"/;
    const numbers = /"value":\d/;
    for (const { text } of [series, total, people]) {
      expect(text).toMatch(texts);
      expect(text).not.toMatch(numbers);
    }
  });
});

describe('localised errors', () => {
  it.each([
    ['post-permission', /não tem permissão/, /does not have permission/],
    ['few-viewers', /Não há visualizadores suficientes/, /Not enough viewers/],
    ['reduce-data', /Reduza a quantidade de dados/, /reduce the amount of data/],
    ['metric-unsupported', /a métrica views/, /the views metric/],
  ])('returns English errors only for locale=en_US: %s', async (fault, portuguese, english) => {
    const { maya, set, newest } = await kitchen();
    await set({ fault: 'localised' }, { fault, params: { metrics: 'views' } });
    const toMessage = async (more: string) =>
      toText((await maya.get(`${newest}/insights?metric=views${more}`)).body['error']?.['message']);

    expect(await toMessage('')).toMatch(portuguese);
    expect(await toMessage('&locale=en_US')).toMatch(english);
  });
});
