import { describe, expect, it } from 'vitest';
import { accountId, connectAs, lever, openSandbox, toText } from '../../../test/sandbox-client.ts';

const day = 86_400_000;

async function open(more: Record<string, unknown> = {}) {
  let now = Date.parse('2026-11-21T15:00:00Z');
  const sandbox = await openSandbox({ clock: () => new Date(now) });
  const id = await accountId(sandbox, 'fjordlys.kitchen');
  const client = await connectAs(sandbox, 'maya', more);
  const discover = (username: string, fields: string) =>
    client.get(`${id}?fields=${encodeURIComponent(`business_discovery.username(${username}){${fields}}`)}`);
  return { sandbox, id, discover, later: (days: number) => (now += days * day) };
}

describe('business discovery', () => {
  it('returns public metrics for outside accounts and other sandbox accounts', async () => {
    const { id, discover } = await open();

    for (const username of ['nordisk.spisskammer', 'okafor.coffee', 'fjordlys.kitchen']) {
      const { status, body } = await discover(
        username,
        'username,followers_count,follows_count,media_count,media.limit(25){id,timestamp,like_count,comments_count}',
      );
      const found = body['business_discovery'];
      expect(status).toBe(200);
      expect(body['id']).toBe(id);
      expect(found).toMatchObject({ username, followers_count: expect.any(Number), media_count: expect.any(Number) });
      expect(Object.values(found?.['media']?.['data'] ?? {})).toHaveLength(25);
      expect(Object.keys(found?.['media']?.['paging'] ?? {})).toEqual(['cursors']);
    }
  });

  it('grows over time, and repeats its answers', async () => {
    const { discover, later } = await open();
    const followers = async () =>
      Number((await discover('sildehavn.kitchen', 'followers_count')).body['business_discovery']?.['followers_count']);

    const [first, again] = [await followers(), await followers()];
    later(30);

    expect(again).toBe(first);
    expect(await followers()).toBeGreaterThan(first);
  });

  it('answers unknown, personal, private and age-restricted accounts alike', async () => {
    const { discover } = await open();

    for (const username of ['nobody.at.all', 'annika.at.home', 'closed.cellar', 'akevitt.house']) {
      const { status, body } = await discover(username, 'followers_count');
      expect(status).toBe(400);
      expect(body['error']).toMatchObject({ code: 110, error_subcode: 2207013, message: 'Invalid user id' });
    }
  });

  it('has post views, and rejects a withdrawn field', async () => {
    const { sandbox, discover } = await open();
    const read = () => discover('sildehavn.kitchen', 'username,name,media.limit(2){view_count}');

    const answer = await read();
    const refusals = [];
    for (const params of [{ fields: 'name' }, { fields: 'view_count' }, { fields: 'name', isNamed: false }]) {
      await lever(sandbox, 'faults', { rules: [{ fault: 'public-field-refused', params }] });
      refusals.push(toText((await read()).body['error']?.['message']));
    }

    const posts = Object.values(answer.body['business_discovery']?.['media']?.['data'] ?? {});
    expect(posts.every((post) => Number(post['view_count']) > 0)).toBe(true);
    expect(refusals).toEqual([
      '(#100) Tried accessing nonexisting field (name) on node type (ShadowIGUser)',
      '(#100) Tried accessing nonexisting field (view_count) on node type (ShadowIGUser)',
      '(#100) Invalid parameter',
    ]);
  });

  it('omits hidden like counts', async () => {
    const { discover } = await open();

    const { body } = await discover('lantern.and.loaf', 'media.limit(5){like_count,comments_count}');

    const posts = Object.values(body['business_discovery']?.['media']?.['data'] ?? {});
    expect(posts).toHaveLength(5);
    for (const post of posts) {
      expect(post).not.toHaveProperty('like_count');
      expect(post).toHaveProperty('comments_count');
    }
  });

  it('rejects private data: insights, stories, saves and portfolio', async () => {
    const { discover } = await open();

    for (const fields of [
      'insights.metric(reach)',
      'stories',
      'owner_business',
      'media{saved_count}',
      'media{insights}',
    ])
      expect((await discover('okafor.coffee', fields)).body['error']).toMatchObject({ code: 100 });
    expect((await discover('Okafor Coffee', 'id')).body['error']).toMatchObject({ code: 100 });
    expect((await discover('', 'id')).body['error']).toMatchObject({ code: 100 });
  });

  it('requires the documented permissions', async () => {
    for (const [without, code] of [
      [['instagram_basic'], 10],
      [['instagram_manage_insights'], 10],
    ] as const) {
      const { discover } = await open({ without });
      expect((await discover('okafor.coffee', 'id')).body['error']).toMatchObject({ code });
    }
  });

  it('charges the call to the requesting account', async () => {
    const { sandbox, id, discover } = await open();
    await discover('okafor.coffee', 'followers_count');

    const { body } = await lever(sandbox, `ledger?account=${id}`);

    expect(body['totals']).toMatchObject({ calls: 1 });
    expect(toText(body['entries']?.['0']?.['account'])).toBe(id);
  });
});
