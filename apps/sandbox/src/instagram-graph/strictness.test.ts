import { describe, expect, it } from 'vitest';
import { accountId, ask, connectAs, lever, openSandbox, toText } from '../../test/sandbox-client.ts';

const day = 'period=day&metric_type=total_value&since=2026-11-10&until=2026-11-10';
const now = () => new Date('2026-11-21T15:00:00Z');

/** Requests about Maya's kitchen, and the error for each. */
const refusals: [what: string, path: string, status: number, code: number, text: RegExp][] = [
  ['an unknown field', '{ig}?fields=foo', 400, 100, /Tried accessing nonexisting field \(foo\)/],
  ['a field named twice', '{ig}?fields=id,id', 400, 2500, /specified more than once/],
  [
    'an unknown metric',
    `{ig}/insights?metric=reach,plays&${day}`,
    400,
    100,
    /metric\[1\] must be one of the following values: reach, follower_count/,
  ],
  [
    'the retired impressions',
    `{ig}/insights?metric=impressions&${day}`,
    400,
    100,
    /Starting from version 22 and above/,
  ],
  [
    'a total without its metric type',
    '{ig}/insights?metric=views&period=day',
    400,
    100,
    /\(views\) should be specified with parameter metric_type=total_value/,
  ],
  [
    'a breakdown that does not fit',
    `{ig}/insights?metric=views,replies&${day}&breakdown=follow_type`,
    400,
    100,
    /Incompatible breakdowns \(follow_type\) for metric \(replies\)/,
  ],
  [
    'a period that does not fit',
    '{ig}/insights?metric=online_followers&period=week',
    400,
    100,
    /\(week\) are incompatible with the metric \(online_followers\)/,
  ],
  [
    'a window of more than 30 days',
    '{ig}/insights?metric=reach&period=day&since=2026-09-01&until=2026-11-01',
    400,
    100,
    /more than 30 days \(2592000 s\)/,
  ],
  [
    'new followers of long ago',
    '{ig}/insights?metric=follower_count&period=day&since=2026-09-01&until=2026-09-10',
    400,
    100,
    /last 30 days excluding the current day/,
  ],
  [
    'a timeframe that is gone',
    '{ig}/insights?metric=engaged_audience_demographics&period=lifetime&metric_type=total_value&breakdown=age&timeframe=last_90_days',
    400,
    100,
    /timeframe/,
  ],
  [
    'demographics without a timeframe',
    '{ig}/insights?metric=follower_demographics&period=lifetime&metric_type=total_value&breakdown=age',
    400,
    100,
    /The parameter timeframe is required/,
  ],
  ['an edge that does not exist', '{ig}/nothing', 400, 2500, /Unknown path components/],
  [
    'an object that does not exist',
    '17990000000000001?fields=id',
    400,
    100,
    /Unsupported get request\. Object with ID '17990000000000001'/,
  ],
  [
    'a missing alias',
    '?ids={ig},17990000000000001&fields=id',
    404,
    803,
    /Some of the aliases you requested do not exist: 17990000000000001/,
  ],
  ['a false cursor', '{ig}/media?after=nonsense', 400, 100, /cursor/],
];

describe('Graph API', () => {
  it.each(refusals)('rejects %s', async (_what, path, status, code, text) => {
    const sandbox = await openSandbox({ clock: now });
    const maya = await connectAs(sandbox, 'maya');

    const answer = await maya.get(path.replace('{ig}', await accountId(sandbox, 'fjordlys.kitchen')));

    expect(answer.status).toBe(status);
    expect(answer.body['error']).toMatchObject({
      code,
      message: expect.stringMatching(text),
      fbtrace_id: expect.any(String),
    });
  });

  it('requires a token and its proof', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const base = `${sandbox.environment['META_GRAPH_BASE_URL']}/me`;

    const [nothing, noProof, badProof, nonsense] = await Promise.all([
      ask(base),
      ask(`${base}?access_token=${maya.token}`),
      ask(`${base}?access_token=${maya.token}&appsecret_proof=00`),
      ask(`${base}?access_token=abc&appsecret_proof=00`),
    ]);

    expect(nothing.body['error']).toMatchObject({ code: 104 });
    expect(noProof.body['error']).toMatchObject({
      code: 100,
      type: 'GraphMethodException',
      message: expect.stringContaining('require an appsecret_proof'),
    });
    expect(badProof.body['error']).toMatchObject({
      code: 100,
      message: expect.stringContaining('Invalid appsecret_proof'),
    });
    expect(nonsense.body['error']).toMatchObject({ code: 190 });
    expect(nonsense.headers.get('www-authenticate')).toContain('invalid_token');
  });

  it('hides other people’s accounts', async () => {
    const sandbox = await openSandbox();
    const theo = await connectAs(sandbox, 'theo');

    const answer = await theo.get(`${await accountId(sandbox, 'fjordlys.kitchen')}?fields=username`);

    expect(answer.body['error']).toMatchObject({ code: 100, error_subcode: 33 });
  });

  it('rejects insights of media older than the business account', async () => {
    const sandbox = await openSandbox({ clock: now });
    const theo = await connectAs(sandbox, 'theo');
    const id = await accountId(sandbox, 'theo.on.foot');
    const { body } = await lever(sandbox, `world/accounts/${id}/media`);
    const media = Object.values(body['media'] ?? {});
    const old = media.find((item) => !item['hasInsights']);
    const recent = media.find((item) => item['hasInsights']);

    const [refused, given] = await Promise.all([
      theo.get(`${toText(old?.['id'])}/insights?metric=reach`),
      theo.get(`${toText(recent?.['id'])}/insights?metric=reach`),
    ]);
    const page = await theo.get(`${id}/media?limit=100&fields=id,insights.metric(reach)&after=`);

    expect(refused.body['error']).toMatchObject({
      code: 100,
      error_subcode: 2108006,
      error_user_title: 'Media posted before business account conversion',
    });
    expect(given.status).toBe(200);
    expect(page.body['error']).toMatchObject({ error_subcode: 2108006 });
  });

  it('rejects metrics that the media type lacks, and insights of a carousel’s children', async () => {
    const sandbox = await openSandbox({ clock: now });
    const maya = await connectAs(sandbox, 'maya');
    const { body } = await maya.get(
      `${await accountId(sandbox, 'fjordlys.kitchen')}/media?limit=100&fields=id,media_product_type,children{id}`,
    );
    const media = Object.values(body['data'] ?? {});
    const reel = media.find((item) => toText(item['media_product_type']) === 'REELS');
    const carousel = media.find((item) => item['children']);

    const follows = await maya.get(`${toText(reel?.['id'])}/insights?metric=follows`);
    const child = await maya.get(`${toText(carousel?.['children']?.['data']?.['0']?.['id'])}/insights?metric=reach`);

    expect(follows.body['error']).toMatchObject({
      code: 100,
      message: expect.stringContaining('does not support the follows metric for this media product type'),
    });
    expect(child.body['error']).toMatchObject({ code: 100, error_subcode: 33 });
  });

  it('reports no replies to stories of accounts in Europe, and the real ones elsewhere', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const { body } = await lever(sandbox, `world/accounts/${await accountId(sandbox, 'fjordlys.kitchen')}/media`);
    const story = Object.values(body['liveStories'] ?? {}).find((media) => Number(media['totals']?.['replies']) > 0);
    const read = () => maya.get(`${toText(story?.['id'])}/insights?metric=replies`);

    const reported = await read();
    await lever(sandbox, 'faults', { rules: [{ fault: 'story-replies-everywhere' }] });
    const everywhere = await read();

    expect(Number(story?.['reportedReplies'])).toBe(0);
    expect(Number(reported.body['data']?.['0']?.['values']?.['0']?.['value'])).toBe(0);
    expect(Number(everywhere.body['data']?.['0']?.['values']?.['0']?.['value'])).toBeGreaterThan(0);
  });

  it('removes a story after a day', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const { body } = await maya.get(`${await accountId(sandbox, 'fjordlys.kitchen')}/stories?fields=id,timestamp`);
    const story = toText(body['data']?.['0']?.['id']);

    const live = await maya.get(
      `${story}?fields=media_product_type,insights.metric(reach,navigation).breakdown(story_navigation_action_type)`,
    );
    await lever(sandbox, 'clock', { advanceSeconds: 86_400 });
    const gone = await maya.get(`${story}/insights?metric=reach`);

    expect(live.body['error'] ?? live.body['media_product_type']).toBeDefined();
    expect(gone.body['error']).toMatchObject({ code: 100, error_subcode: 33 });
  });

  it('omits data that Instagram withholds from small accounts', async () => {
    const sandbox = await openSandbox({ clock: now });
    const theo = await connectAs(sandbox, 'theo');
    const small = await accountId(sandbox, 'theo.fieldnotes');

    const [demographics, series, follows] = await Promise.all([
      theo.get(
        `${small}/insights?metric=follower_demographics&period=lifetime&metric_type=total_value&breakdown=country&timeframe=this_month`,
      ),
      theo.get(`${small}/insights?metric=reach,follower_count&period=day&since=2026-11-10&until=2026-11-15`),
      theo.get(`${small}/insights?metric=follows_and_unfollows&${day}&breakdown=follow_type`),
    ]);

    expect(demographics.body['data']).toEqual([]);
    expect(Object.values(series.body['data'] ?? {}).map((metric) => metric['name'])).toEqual(['reach']);
    expect(follows.body['data']).toEqual([]);
  });

  it('returns a portfolio’s page only with business_management', async () => {
    const sandbox = await openSandbox();
    const listPages = async (more: Record<string, unknown>) => {
      const theo = await connectAs(sandbox, 'theo', more);
      const { body } = await theo.get('me/accounts?fields=name,instagram_business_account{username}&limit=100');
      return Object.values(body['data'] ?? {}).map((page) => toText(page['name']));
    };

    expect(await listPages({})).toHaveLength(5);
    expect(await listPages({ without: ['business_management'] })).not.toContain('Theo on foot');
  });
});

it("lists webhooks only to their own app, with each field's version", async () => {
  const sandbox = await openSandbox();
  const { META_APP_ID: id = '', META_APP_SECRET: secret = '' } = sandbox.environment;
  const { token } = await connectAs(sandbox, 'maya@sandbox.test');
  const list = (by: string) =>
    ask(`${sandbox.url}/graph/v25.0/${id}/subscriptions?access_token=${encodeURIComponent(by)}`);

  const [app, person] = [await list(`${id}|${secret}`), await list(token)];

  expect(app.body).toEqual({
    data: [
      {
        object: 'instagram',
        callback_url: 'http://localhost:3000/api/v1/webhooks/meta',
        active: true,
        fields: [{ name: 'story_insights', version: 'v25.0' }],
      },
    ],
  });
  expect(person).toMatchObject({ status: 400, body: { error: { code: 15 } } });
});
