import { describe, expect, it } from 'vitest';
import { accountId, ask, connectAs, lever, openSandbox, toText } from '../../test/sandbox-client.ts';

async function kitchen() {
  const sandbox = await openSandbox({ clock: () => new Date('2026-11-21T15:00:00Z') });
  const id = await accountId(sandbox, 'fjordlys.kitchen');
  const maya = await connectAs(sandbox, 'maya');
  return { sandbox, id, maya, set: (...rules: Record<string, unknown>[]) => lever(sandbox, 'faults', { rules }) };
}

describe('Graph API faults', () => {
  it.each([
    ['unknown', {}, 500, { code: 1 }],
    ['service', {}, 500, { code: 2, is_transient: true }],
    ['app-limit', {}, 403, { code: 4 }],
    ['user-limit', {}, 400, { code: 17 }],
    ['page-limit', {}, 400, { code: 32 }],
    ['custom-limit', {}, 400, { code: 613 }],
    ['account-limit', {}, 400, { code: 80002 }],
    ['token', { subcode: 460 }, 400, { code: 190, error_subcode: 460 }],
    ['token', {}, 400, { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }],
    ['permission', {}, 403, { code: 10 }],
    ['few-viewers', {}, 400, { code: 10, message: '(#10) Not enough viewers for the media to show insights' }],
    ['missing-object', {}, 400, { code: 100, error_subcode: 33 }],
    ['reduce-data', {}, 500, { code: 1 }],
    [
      'error',
      { code: 368, message: 'Blocked for policy', status: 400 },
      400,
      { code: 368, message: 'Blocked for policy' },
    ],
  ])('returns the error %s %j on demand', async (fault, params, status, error) => {
    const { id, maya, set } = await kitchen();
    await set({ fault, params });

    const answer = await maya.get(`${id}?fields=id`);

    expect(answer.status).toBe(status);
    expect(answer.body['error']).toMatchObject(error);
  });

  it('reports in the header how long an account is blocked', async () => {
    const { id, maya, set } = await kitchen();
    await set({ fault: 'account-limit', params: { minutes: 17 } });

    const answer = await maya.get(`${id}?fields=id`);

    expect(JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '')[id][0]).toMatchObject({
      call_count: 100,
      estimated_time_to_regain_access: 17,
    });
  });

  it('applies a fault where and as often as requested', async () => {
    const { sandbox, id, maya, set } = await kitchen();
    const other = await accountId(sandbox, 'fjordlys.outdoor');
    await set({ fault: 'service', match: { account: id, path: '/insights' }, times: 2 });
    const insights = (account: string) => maya.get(`${account}/insights?metric=reach&period=day`);

    const answers = [
      await insights(other),
      await maya.get(`${id}?fields=id`),
      await insights(id),
      await insights(id),
      await insights(id),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 500, 500, 200]);
    expect((await lever(sandbox, 'faults')).body['rules']?.['0']).toMatchObject({ fault: 'service', struck: 2 });
  });

  it('fails or times out a single item of a batch', async () => {
    const { id, maya, set } = await kitchen();
    await set(
      { fault: 'service', match: { path: 'metric=views' } },
      { fault: 'null-batch-item', match: { path: 'metric=likes' } },
    );

    const { body } = await maya.batch(
      ['reach', 'views', 'likes'].map((metric) => `${id}/insights?metric=${metric}&period=day&metric_type=total_value`),
    );

    expect(Object.values(body).map((item: unknown) => (item === null ? null : item))).toEqual([
      expect.objectContaining({ code: 200 }),
      expect.objectContaining({ code: 500 }),
      null,
    ]);
  });

  it('breaks the transport: broken pages, truncated and malformed JSON, resets', async () => {
    const { id, maya, set } = await kitchen();
    const ask_ = () => maya.get(`${id}?fields=username`);

    await set({ fault: 'html-502' });
    expect(await ask_()).toMatchObject({ status: 502, text: expect.stringContaining('<html>') });
    await set({ fault: 'truncated-json' });
    expect((await ask_()).body).toEqual({});
    await set({ fault: 'malformed-json' });
    expect((await ask_()).body).toEqual({});
    await set({ fault: 'batch-envelope-500' });
    expect((await maya.batch(['me'])).status).toBe(500);
    await set({ fault: 'connection-reset' });
    await expect(ask_()).rejects.toThrow();
    await set({ fault: 'slow', params: { millis: 300 } });
    const begun = performance.now();
    expect((await ask_()).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(280);
  });

  it('corrupts the data: empty, delayed, corrected, mistyped', async () => {
    const { id, maya, set } = await kitchen();
    const path = `${id}/insights?metric=views,likes&period=day&metric_type=total_value&since=2026-11-20&until=2026-11-20`;
    const value = async () => (await maya.get(path)).body['data']?.['0']?.['total_value']?.['value'];
    const honest = Number(await value());

    await set({ fault: 'revised-days', params: { factor: 1.5 } });
    expect(await value()).toBe(Math.round(honest * 1.5));
    await set({ fault: 'empty-data' });
    expect((await maya.get(path)).body['data']).toEqual([]);
    await set({ fault: 'delayed-data', params: { hours: 48 } });
    expect((await maya.get(path)).body['data']).toEqual([]);
    await set({ fault: 'missing-metric' });
    expect((await maya.get(path)).body['data']).toHaveLength(1);
    await set({ fault: 'null-values' });
    expect(await value()).toBeNull();
    await set({ fault: 'wrong-types' });
    expect(await value()).toBe(toText(honest));
    await set({ fault: 'ids-as-numbers' });
    expect((await maya.get(`${id}?fields=username`)).text).toContain(`"id":${id}`);
  });

  it.each([
    ['upper', 'BIO_LINK_CLICKED', 'TAP_FORWARD', 'POST'],
    ['lower', 'bio_link_clicked', 'tap_forward', 'post'],
    ['other', 'BIO_LINK_CLICKED', 'TAP_FORWARD', 'post'],
  ])('changes the values of every breakdown with letter-case %s', async (letterCase, action, navigation, surface) => {
    const { sandbox, id, maya, set } = await kitchen();
    const { body: truth } = await lever(sandbox, `world/accounts/${id}/media`);
    const post = Object.values(truth['media'] ?? {}).find(
      (media) => toText(media['kind']) !== 'reel' && Number(media['profileActivity']?.['email']) > 0,
    );
    const story = Object.values(truth['liveStories'] ?? {}).find((media) => Number(media['totals']?.['views']) > 100);
    const paths = [
      `${toText(post?.['id'])}/insights?metric=profile_activity&breakdown=action_type`,
      `${toText(story?.['id'])}/insights?metric=navigation&breakdown=story_navigation_action_type`,
      `${id}/insights?metric=views&period=day&metric_type=total_value&breakdown=media_product_type&since=2026-11-20&until=2026-11-20`,
    ];

    await set({ fault: 'letter-case', params: { case: letterCase } });
    const values = (await Promise.all(paths.map((path) => maya.get(path)))).map(({ body }) =>
      Object.values(body['data']?.['0']?.['total_value']?.['breakdowns']?.['0']?.['results'] ?? {}).map((cell) =>
        toText(cell['dimension_values']?.['0']),
      ),
    );

    expect(values).toEqual([
      expect.arrayContaining([action]),
      expect.arrayContaining([navigation]),
      expect.arrayContaining([surface]),
    ]);
  });

  it('corrupts lists: short, repeated, endless, with an invalid cursor', async () => {
    const { id, maya, set } = await kitchen();
    const toIds = async (more = '') => {
      const { body } = await maya.get(`${id}/media?fields=id&limit=4${more}`);
      return {
        ids: Object.values(body['data'] ?? {}).map((item) => toText(item['id'])),
        after: toText(body['paging']?.['cursors']?.['after']),
        next: body['paging']?.['next'],
        error: body['error'],
      };
    };
    const first = await toIds();

    await set({ fault: 'short-page' });
    expect((await toIds()).ids).toHaveLength(2);
    await set({ fault: 'duplicate-media' });
    expect((await toIds(`&after=${first.after}`)).ids[0]).toBe(first.ids.at(-1));
    await set({ fault: 'cursor-loop' });
    expect(await toIds(`&after=${first.after}`)).toMatchObject({ after: first.after, next: expect.any(String) });
    await set({ fault: 'empty-page-with-next' });
    expect(await toIds()).toMatchObject({ ids: [], next: expect.any(String) });
    await set({ fault: 'invalid-cursor' });
    expect((await toIds()).error).toMatchObject({ code: 100 });
  });

  it('raises the usage or omits the usage headers', async () => {
    const { id, maya, set } = await kitchen();
    const percent = async () =>
      JSON.parse((await maya.get(`${id}?fields=id`)).headers.get('x-business-use-case-usage') ?? '{}')[id]?.[0]
        ?.call_count;

    await set({ fault: 'usage', params: { percent: 70, step: 10 } });
    expect([await percent(), await percent(), await percent()]).toEqual([70, 80, 90]);
    await set({ fault: 'missing-headers' });
    expect(await percent()).toBeUndefined();
  });

  it('answers with the requested version or a newer one', async () => {
    const { id, maya, set } = await kitchen();
    const readVersion = async () => (await maya.get(`${id}?fields=id`)).headers.get('facebook-api-version');
    const readItem = async () => {
      const { body } = await maya.batch([`${id}?fields=id`], { includeHeaders: true });
      return Object.values(body['0']?.['headers'] ?? {}).find(
        (header) => toText(header['name']) === 'facebook-api-version',
      )?.['value'];
    };

    expect([await readVersion(), await readItem()]).toEqual(['v25.0', 'v25.0']);
    await set({ fault: 'version-upgrade', params: { version: 'v27.0' } });
    expect([await readVersion(), await readItem()]).toEqual(['v27.0', 'v27.0']);
  });

  it('expires picture URLs', async () => {
    const { id, maya, set } = await kitchen();
    const address = toText((await maya.get(`${id}?fields=profile_picture_url`)).body['profile_picture_url']);

    await set({ fault: 'expired-media-urls' });

    expect(await ask(address)).toMatchObject({ status: 403, text: 'URL signature expired' });
  });

  it('removes a cleared fault, and rejects a misspelt fault', async () => {
    const { sandbox, id, maya, set } = await kitchen();
    await set({ fault: 'service' });

    await ask(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });

    expect((await maya.get(`${id}?fields=id`)).status).toBe(200);
    expect((await set({ fault: 'servise' })).status).toBe(400);
  });
});
