import { describe, expect, it } from 'vitest';
import type { Loose } from '../../../test/sandbox-client.ts';
import { accountId, connectAs, lever, openSandbox, toText } from '../../../test/sandbox-client.ts';

async function open(username = 'fjordlys.kitchen', person = 'maya') {
  const sandbox = await openSandbox({ clock: () => new Date('2026-11-21T15:00:00Z') });
  const id = await accountId(sandbox, username);
  const client = await connectAs(sandbox, person);
  const { body: truth } = await lever(sandbox, `world/accounts/${id}/media`);
  return { sandbox, id, client, truth, media: Object.values(truth['media'] ?? {}) };
}

const list = (value: Loose | undefined) => Object.values(value ?? {});
const listCollaborators = (media: Loose | undefined) => list(media?.['collaborators']);

describe('collaborators', () => {
  it('returns the invite status only when requested', async () => {
    const { client, media } = await open();
    const statuses = ['Accepted', 'Pending', 'Declined'];

    for (const status of statuses) {
      const post = media.find((item) =>
        listCollaborators(item).some(({ inviteStatus }) => toText(inviteStatus) === status),
      );
      const { body } = await client.get(`${toText(post?.['id'])}?fields=collaborators{id,username,invite_status}`);
      expect(body['collaborators']?.['data']).toEqual(
        listCollaborators(post).map(({ id, username, inviteStatus }) => ({
          id,
          username,
          invite_status: inviteStatus,
        })),
      );
      const plain = await client.get(`${toText(post?.['id'])}?fields=collaborators`);
      expect(plain.text).not.toContain('invite_status');
    }
  });

  it('returns collaborators without a username', async () => {
    const { sandbox, client, media } = await open();
    const post = media.find((item) => listCollaborators(item).length > 0);
    await lever(sandbox, 'faults', { rules: [{ fault: 'collaborator-without-username', times: 1 }] });

    const { body } = await client.get(`${toText(post?.['id'])}?fields=collaborators{username,invite_status}`);

    expect(body['collaborators']?.['data']?.['0']).toHaveProperty('invite_status');
    expect(body['collaborators']?.['data']?.['0']).not.toHaveProperty('username');
  });
});

describe('collaborative media', () => {
  it("lists other accounts' posts with the documented fields", async () => {
    const { id, client, truth } = await open();
    const shared = list(truth['collaborativeMedia']);

    const { body } = await client.get(
      `${id}/collaborative_media?fields=id,username,total_like_count,total_comments_count,saved_count&limit=100`,
    );

    expect(shared.length).toBeGreaterThan(5);
    expect(list(body['data'])).toEqual(
      shared.map((media) => ({
        id: media['id'],
        username: 'north.and.needle',
        total_like_count: media['totalsWithAdvertising']?.['likes'],
        total_comments_count: media['totalsWithAdvertising']?.['comments'],
        saved_count: media['totals']?.['saved'],
      })),
    );
    const own = await client.get(`${id}/media?fields=username&limit=100`);
    expect(own.text).not.toContain('north.and.needle');
  });

  it('serves collaborative media through the account, not as its own media', async () => {
    const { id, client, truth } = await open();
    const shared = toText(list(truth['collaborativeMedia'])[0]?.['id']);

    const [found, direct, insights, nested] = await Promise.all([
      client.get(`${id}?fields=collaborative_media_search.media_id(${shared}){id,username}`),
      client.get(`${shared}?fields=caption`),
      client.get(`${shared}/insights?metric=reach`),
      client.get(`${id}/collaborative_media?fields=id,insights.metric(reach)`),
    ]);

    expect(found.body['collaborative_media_search']).toEqual({ id: shared, username: 'north.and.needle' });
    expect(direct.body['error']).toMatchObject({ code: 10 });
    expect(insights.body['error']).toMatchObject({ code: 10 });
    expect(nested.body['error']).toMatchObject({ code: 100, message: expect.stringContaining('nonexisting field') });
  });

  it('returns insights of collaborative media when a fault allows it', async () => {
    const { sandbox, id, client, truth } = await open();
    const shared = list(truth['collaborativeMedia'])[0];
    await lever(sandbox, 'faults', { rules: [{ fault: 'collaborative-insights' }] });

    const alone = await client.get(`${toText(shared?.['id'])}/insights?metric=reach`);
    const nested = await client.get(`${id}/collaborative_media?fields=id,insights.metric(reach)&limit=1`);

    const reach = shared?.['totals']?.['reach'];
    expect(alone.body['data']?.['0']?.['values']?.['0']?.['value']).toBe(reach);
    expect(nested.body['data']?.['0']?.['insights']?.['data']?.['0']?.['values']?.['0']?.['value']).toBe(reach);
  });
});

describe('lifetime totals', () => {
  it('includes advertising only in metrics called total', async () => {
    const { client, media } = await open();
    const boosted = media.find((item) => Boolean(item['isBoosted']));

    const { body } = await client.get(`${toText(boosted?.['id'])}/insights?metric=views,likes,total_views,total_likes`);

    const [views, likes, totalViews, totalLikes] = list(body['data']).map((metric) =>
      Number(metric['values']?.['0']?.['value']),
    );
    expect(totalViews).toBeGreaterThan(views ?? 0);
    expect(totalLikes).toBeGreaterThan(likes ?? 0);
    expect(totalViews).toBe(boosted?.['totalsWithAdvertising']?.['views']);
  });

  it('lowers the totals of some posts once', async () => {
    const { sandbox, id, media } = await open();
    const falling = media.find(
      (item) =>
        item['correction'] &&
        Date.parse(toText(item['publishedAt'])) + Number(item['correction']['age']) < Date.parse('2026-11-20'),
    );
    const fallsAt = Date.parse(toText(falling?.['publishedAt'])) + Number(falling?.['correction']?.['age']);
    const reachAt = async (instant: number) => {
      await lever(sandbox, 'clock', { now: new Date(instant).toISOString() });
      const { body } = await lever(sandbox, `world/accounts/${id}/media`);
      return Number(
        list(body['media']).find((item) => toText(item['id']) === toText(falling?.['id']))?.['totals']?.['reach'],
      );
    };

    const [before, after] = [await reachAt(fallsAt - 60_000), await reachAt(fallsAt + 60_000)];

    expect(after).toBeLessThan(before * 0.75);
    expect(after).toBeGreaterThan(before * 0.25);
  });

  it('lowers totals immediately on a fault', async () => {
    const { sandbox, client, media } = await open();
    const post = toText(media[0]?.['id']);
    const values = async () =>
      list((await client.get(`${post}/insights?metric=reach,views`)).body['data']).map((metric) =>
        Number(metric['values']?.['0']?.['value']),
      );
    const [reach = 0, views] = await values();
    await lever(sandbox, 'faults', { rules: [{ fault: 'falling-totals', params: { media: post, share: 0.7 } }] });

    expect(await values()).toEqual([Math.floor(reach * (1 - 0.7)), views]);
  });

  it('drops insights after two years', async () => {
    const { client, media } = await open();
    const oldest = media.at(-1);

    const { body } = await client.get(`${toText(oldest?.['id'])}/insights?metric=reach`);

    expect(oldest?.['hasInsights']).toBe(false);
    expect(body['data']).toEqual([]);
  });
});

it("lists at most an account's newest 10,000 posts", async () => {
  const { id, client, media } = await open('tidewatch.archive', 'olu');
  let [after, listed, last] = ['', 0, ''];

  do {
    const { body } = await client.get(`${id}/media?fields=id&limit=100&after=${after}`);
    const page = list(body['data']);
    listed += page.length;
    last = toText(page.at(-1)?.['id']);
    after = body['paging']?.['next'] ? toText(body['paging']['cursors']?.['after']) : '';
  } while (after !== '');
  const { body: profile } = await client.get(`${id}?fields=media_count`);

  expect(media.length).toBeGreaterThan(10_000);
  expect(profile['media_count']).toBe(media.length);
  expect(listed).toBe(10_000);
  expect(last).toBe(toText(media[9_999]?.['id']));
});
