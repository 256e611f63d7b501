import { describe, expect, it } from 'vitest';
import type { Loose } from '../../test/sandbox-client.ts';
import { accountId, ask, connectAs, lever, openSandbox, toText } from '../../test/sandbox-client.ts';

describe('media list', () => {
  it('returns every post once, newest first, across pages', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const id = await accountId(sandbox, 'fjordlys.kitchen');
    const { body: truth } = await lever(sandbox, `world/accounts/${id}/media`);
    const seen: string[] = [];
    let after = '';
    let pages = 0;

    do {
      const { body } = await maya.get(`${id}/media?fields=id&limit=250&after=${after}`);
      seen.push(...Object.values(body['data'] ?? {}).map((item) => toText(item['id'])));
      after = body['paging']?.['next'] ? toText(body['paging']['cursors']?.['after']) : '';
      pages += 1;
    } while (after !== '');

    expect(seen).toEqual(Object.values(truth['media'] ?? {}).map((item) => toText(item['id'])));
    expect(pages).toBe(Math.ceil(seen.length / 100));
  });

  it('omits keys instead of returning null', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const id = await accountId(sandbox, 'fjordlys.kitchen');
    const { body: truth } = await lever(sandbox, `world/accounts/${id}/media`);
    const media = Object.values(truth['media'] ?? {});
    const find = (name: string) => toText(media.find((item) => Boolean(item[name]))?.['id']);

    const hidden = await maya.get(`${find('hidesLikes')}?fields=like_count,comments_count`);
    const flagged = await maya.get(`${find('isFlagged')}?fields=media_url,thumbnail_url,media_type`);

    expect(Object.keys(hidden.body).toSorted()).toEqual(['comments_count', 'id']);
    expect(flagged.body).not.toHaveProperty('media_url');
    expect(flagged.body).toHaveProperty('thumbnail_url');
  });

  it('omits appsecret_proof from the next link', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');

    const { body } = await maya.get(`${await accountId(sandbox, 'fjordlys.kitchen')}/media?fields=id&limit=10`);
    const followed = await ask(toText(body['paging']?.['next']));

    expect(followed.body['error']).toMatchObject({ code: 100, type: 'GraphMethodException' });
  });

  it('serves pictures until their URL expires', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const { body } = await maya.get(
      `${await accountId(sandbox, 'fjordlys.outdoor')}/media?fields=media_type,media_url,thumbnail_url&limit=1`,
    );
    const item = body['data']?.['0'];
    const address = toText(item?.['thumbnail_url'] ?? item?.['media_url']);

    const fresh = await fetch(address);
    const altered = await ask(address.replace('oh=', 'oh=x'));
    await lever(sandbox, 'clock', { advanceSeconds: 10 * 86_400 });
    const old = await ask(address);

    expect(fresh.headers.get('content-type')).toBe('image/jpeg');
    expect(
      Buffer.from(await fresh.arrayBuffer())
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
    expect(altered.status).toBe(403);
    expect([old.status, old.text]).toEqual([403, 'URL signature expired']);
  });
});

describe('batch', () => {
  it('isolates a failing item and preserves the order', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const id = await accountId(sandbox, 'fjordlys.kitchen');

    const { status, body } = await maya.batch([`${id}?fields=username`, `${id}?fields=foo`, 'me?fields=name']);

    const items = Object.values(body);
    expect(status).toBe(200);
    expect(items.map((item) => Number(item['code']))).toEqual([200, 400, 200]);
    expect(JSON.parse(toText(items[0]?.['body']))).toEqual({ username: 'fjordlys.kitchen', id });
    expect(JSON.parse(toText(items[2]?.['body']))).toMatchObject({ name: 'Maya Lindqvist' });
  });

  it('limits a batch to fifty items', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');

    const { body } = await maya.batch(Array.from({ length: 51 }, () => 'me'));

    expect(body['error']).toMatchObject({
      type: 'GraphBatchException',
      message: expect.stringContaining('Maximum batch size is 50'),
    });
  });

  it('charges each item and each ID as one call', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const [first, second] = [
      await accountId(sandbox, 'fjordlys.kitchen'),
      await accountId(sandbox, 'fjordlys.outdoor'),
    ];
    await ask(`${sandbox.url}/_sandbox/ledger`, { method: 'DELETE' });

    await maya.batch([
      `${first}?fields=username`,
      `${first}/insights?metric=reach&period=day`,
      `${second}?fields=username`,
    ]);
    await maya.get(`?ids=${first},${second}&fields=username`);
    const { body } = await lever(sandbox, 'ledger');
    const firstLedger = await lever(sandbox, `ledger?account=${first}`);

    expect(body['totals']).toEqual({ requests: 2, calls: 5, errors: 0, byAccount: { [first]: 3, [second]: 2 } });
    expect(firstLedger.body['totals']?.['calls']).toBe(3);
    expect(body['entries']?.['0']?.['items']?.['1']).toMatchObject({ account: first, metrics: ['reach'], status: 200 });
    expect(JSON.stringify(body)).not.toContain(maya.token);
  });
});

describe('rate limits', () => {
  it('names the business and the account in usage headers, or the app for calls without an account', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const id = await accountId(sandbox, 'fjordlys.kitchen');

    const [read, me] = await Promise.all([maya.get(`${id}?fields=id`), maya.get('me?fields=id')]);

    const usage = JSON.parse(read.headers.get('x-business-use-case-usage') ?? '{}');
    expect(Object.keys(usage)).toHaveLength(2);
    expect(usage[id]).toEqual(Object.values(usage).at(0));
    expect(read.headers.get('x-app-usage')).toBeNull();
    expect(me.headers.get('x-business-use-case-usage')).toBeNull();
    expect(me.headers.get('x-app-usage')).not.toBeNull();
  });

  it('charges calls on a page to the app', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const { body: pages } = await maya.get('me/accounts?fields=id');
    await ask(`${sandbox.url}/_sandbox/ledger`, { method: 'DELETE' });

    const read = await maya.get(`${toText(pages['data']?.['0']?.['id'])}?fields=access_token`);
    const { body: ledger } = await lever(sandbox, 'ledger');

    expect(read.headers.get('x-app-usage')).not.toBeNull();
    expect(ledger['totals']?.['byAccount']).toEqual({});
  });

  it('adds usage headers to batch items, and with a fault only there', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const id = await accountId(sandbox, 'fjordlys.kitchen');
    const listNames = (part: Loose | undefined) =>
      Object.values(part?.['headers'] ?? {}).map((header) => toText(header['name']));

    const plain = await maya.batch([`${id}?fields=id`, 'me?fields=id'], { includeHeaders: true });
    const without = await maya.batch([`${id}?fields=id`]);
    await lever(sandbox, 'faults', { rules: [{ fault: 'batch-headers-inside' }] });
    const inside = await maya.batch([`${id}?fields=id`], { includeHeaders: true });

    expect(listNames(plain.body['0'])).toContain('x-business-use-case-usage');
    expect(listNames(plain.body['0'])).not.toContain('x-app-usage');
    expect(listNames(plain.body['1'])).toContain('x-app-usage');
    expect(plain.headers.get('x-business-use-case-usage')).not.toBeNull();
    expect(without.body['0']).not.toHaveProperty('headers');
    expect(listNames(inside.body['0'])).toContain('x-business-use-case-usage');
    expect(inside.headers.get('x-business-use-case-usage')).toBeNull();
  });

  it('reports usage in headers, and fails with 80002 and the minutes to wait', async () => {
    // The account had fewer than ten views the day before.
    const sandbox = await openSandbox({ clock: () => new Date('2026-11-26T10:00:00Z') });
    const theo = await connectAs(sandbox, 'theo');
    const id = await accountId(sandbox, 'okafor.records');
    const paths = Array.from({ length: 50 }, () => `${id}?fields=id`);

    const early = await theo.get(`${id}?fields=id`);
    for (let round = 0; round < 961; round += 1) await theo.batch(paths);
    const late = await theo.get(`${id}?fields=id`);
    const me = await theo.get('me?fields=id');

    const getUsage = (answer: { headers: Headers }) =>
      JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '{}');
    expect(getUsage(early)).toMatchObject({
      [id]: [{ type: 'instagram', call_count: 0, estimated_time_to_regain_access: 0 }],
    });
    expect(late.body['error']).toMatchObject({ code: 80002 });
    expect(getUsage(late)).toMatchObject({ [id]: [{ call_count: 100, estimated_time_to_regain_access: 30 }] });
    expect(JSON.parse(me.headers.get('x-app-usage') ?? '{}')).toHaveProperty('call_count');
    expect(me.status).toBe(200);
  }, 60_000);
});
