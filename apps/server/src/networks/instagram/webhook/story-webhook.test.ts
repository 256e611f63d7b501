import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

const account = '17841400000000777';
const story = '17990000000000003';
const callbackUrl = () => `${app.url}/api/v1/webhooks/meta`;
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const reported = { views: 120, reach: 100, taps_forward: 60, taps_back: 3, exits: 9, replies: 1 };

function event(value: object = reported, { at = hoursAgo(0), mediaId = story, accountId = account } = {}) {
  return [
    {
      id: accountId,
      time: seconds(at),
      changes: [{ field: 'story_insights', value: { media_id: mediaId, ...value } }],
    },
  ];
}

async function deliver(entry: unknown[], options: object = {}) {
  const order = { callbackUrl: callbackUrl(), kind: 'event', entry, ...options };
  const { answers } = await app.control<{ answers: { status: number; body: string }[] }>('webhooks/meta', {
    method: 'POST',
    body: JSON.stringify(order),
  });
  return answers.map(({ status }) => status);
}

const stored = () => app.db.selectFrom('media').selectAll().where('media_id', '=', story).executeTakeFirstOrThrow();
const version = async () =>
  (
    await app.db
      .selectFrom('account')
      .select('data_version')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
  ).data_version;
async function gained() {
  const rows = await app.db.selectFrom('media_day').selectAll().where('media_id', '=', story).execute();
  return rows.reduce((sum, { reach, views }) => ({ reach: sum.reach + reach, views: sum.views + views }), {
    reach: 0,
    views: 0,
  });
}

/** Stores a story that was 22 hours old when it was fetched two hours ago. */
beforeEach(async () => {
  for (const table of ['webhook_inbox', 'media_day', 'media', 'account'] as const)
    await app.db.deleteFrom(table).execute();
  await app.db
    .insertInto('account')
    .values({ account_id: account, type: 'instagram_account', username: 'cafe' } as never) // the rest has defaults
    .execute();
  await app.db
    .insertInto('media')
    .values({
      account_id: account,
      media_id: story,
      product_type: 'STORY',
      media_type: 'IMAGE',
      caption: '',
      published_at: hoursAgo(24),
      published_day: hoursAgo(24).toISOString().slice(0, 10),
      hashtags: [],
      mentions: [],
      collaborators: [],
      search_text: '',
      first_observed_at: hoursAgo(20),
      observed_at: hoursAgo(2),
      reach: 80,
      views: 90,
      exits: 9,
    } as never) // omitted values are unknown
    .execute();
  await app.db
    .insertInto('media_day')
    .values({
      account_id: account,
      media_id: story,
      day: hoursAgo(20).toISOString().slice(0, 10),
      reach: 80,
      views: 90,
      likes: 0,
      comments: 0,
      saved: 0,
      shares: 0,
      interactions: 0,
      follows: 0,
      before_first_observation: false,
    })
    .execute();
});

describe('Meta webhook endpoint', () => {
  it('confirms its ownership by returning the challenge as plain text', async () => {
    const answers = await app.control<{ answers: unknown }>('webhooks/meta', {
      method: 'POST',
      body: JSON.stringify({ callbackUrl: callbackUrl(), kind: 'verify' }),
    });

    expect(answers).toEqual({ answers: [{ status: 200, body: '1158201444' }] });
  });

  it.each([
    ['a wrong word', '?hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong'],
    ['no word', '?hub.mode=subscribe&hub.challenge=1'],
    ['nothing at all', ''],
  ])('withholds the challenge from %s', async (_, query) => {
    const answer = await fetch(callbackUrl() + query);

    expect(answer.status).toBe(403);
  });

  it.each([
    ['no signature', () => ({})],
    ['only a sha1 signature', (body: string, key: string) => ({ 'x-hub-signature': sign('sha1', body, key) })],
    [
      'a signature of something else',
      (_: string, key: string) => ({ 'x-hub-signature-256': sign('sha256', 'x', key) }),
    ],
    ['a signature of another app', (body: string) => ({ 'x-hub-signature-256': sign('sha256', body, 'guess') })],
    [
      'a signature cut short',
      (body: string, key: string) => ({ 'x-hub-signature-256': sign('sha256', body, key).slice(0, 30) }),
    ],
    ['an empty signature', () => ({ 'x-hub-signature-256': '' })],
  ] as const)('rejects a request with %s and stores nothing', async (_, toHeaders) => {
    const body = JSON.stringify({ object: 'instagram', entry: event() });
    const headers = toHeaders(body, app.sandbox.environment['META_APP_SECRET'] ?? '');

    const answer = await fetch(callbackUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

    expect(answer.status).toBe(401);
    expect((await stored()).reach).toBe(80);
  });

  it.each(['{"object":', '[]', '""', ''])('rejects signed nonsense (%s) without an internal error', async (body) => {
    const signature = sign('sha256', body, app.sandbox.environment['META_APP_SECRET'] ?? '');

    const answer = await fetch(callbackUrl(), { method: 'POST', headers: { 'x-hub-signature-256': signature }, body });

    expect(answer.status).toBe(400);
  });

  it('does not change how other endpoints parse JSON', async () => {
    const { token } = await app.as('maya@sandbox.test');

    const answer = await fetch(`${app.url}/api/v1/account/add`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: '{}',
    });

    expect(answer.status).toBe(415);
  });
});

function sign(algorithm: 'sha1' | 'sha256', body: string, key: string) {
  return `${algorithm}=${createHmac(algorithm, key).update(body).digest('hex')}`;
}

describe('end of a story', () => {
  it("stores a story's final metrics, the day’s delta and a new version", async () => {
    const before = await version();

    expect(await deliver(event())).toEqual([200]);

    expect(await stored()).toMatchObject({ ...reported, final_at: expect.any(Date) });
    expect(await gained()).toEqual({ reach: 100, views: 120 });
    expect(await version()).toBe(before + 1);
  });

  it('counts a story event once, however often and late it arrives', async () => {
    await deliver(event(reported, { at: hoursAgo(1) }));
    const before = await version();

    expect(await deliver(event(reported, { at: hoursAgo(1) }), { times: 3 })).toEqual([200, 200, 200]);

    expect(await gained()).toEqual({ reach: 100, views: 120 });
    expect(await version()).toBe(before);
  });

  it('counts concurrent copies of a story event once', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => deliver(event())));

    expect(await gained()).toEqual({ reach: 100, views: 120 });
    expect(await version()).toBe(1);
  });

  it('does not count impressions as views', async () => {
    await deliver(event({ reach: 100, impressions: 130 }));

    expect(await stored()).toMatchObject({ reach: 100, views: 90 });
  });

  it('accepts numbers as text and leaves other types unknown', async () => {
    await deliver(event({ ...reported, views: '130', taps_forward: '61', replies: 'many', exits: {} }));

    expect(await stored()).toMatchObject({ reach: 100, views: 130, taps_forward: 61, replies: null, exits: 9 });
  });

  it('leaves values reported as fewer than five unknown', async () => {
    await deliver(event({ ...reported, replies: -1, exits: -1 }));

    expect(await stored()).toMatchObject({ replies: null, exits: 9 });
  });

  it('never lowers a metric that was fetched later', async () => {
    await deliver(event({ ...reported, reach: 70, views: 95 }, { at: hoursAgo(3) }));

    expect(await stored()).toMatchObject({ reach: 80, views: 95 });
    expect(await gained()).toEqual({ reach: 80, views: 95 });
  });

  it.each([
    ['a story that is not known', () => event(reported, { mediaId: '17990000000000004' })],
    ['an account that is not known', () => event(reported, { accountId: '17841400000000778' })],
    ['another kind of event', () => [{ id: account, time: 1, changes: [{ field: 'comments', value: { id: '1' } }] }]],
    ['no changes', () => [{ id: account, time: 1 }]],
  ])('accepts and ignores an event with %s', async (_, entry) => {
    expect(await deliver(entry())).toEqual([200]);

    expect((await stored()).reach).toBe(80);
    expect(await version()).toBe(0);
    expect(await app.db.selectFrom('webhook_inbox').selectAll().execute()).toEqual([]);
  });

  it('ignores the end event for a media item that is not a story', async () => {
    await app.db.updateTable('media').set({ product_type: 'FEED' }).execute();

    await deliver(event());

    expect((await stored()).reach).toBe(80);
  });
});
