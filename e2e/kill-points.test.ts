import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAwaited, startKillable, type Killable } from '../apps/server/test/program/killable.ts';
import { until } from '../apps/server/test/until.ts';

let tidemark: Killable;
beforeAll(async () => (tidemark = await startKillable()));
afterAll(() => tidemark.remove());

it('repeats a request after being killed while waiting for its response', async () => {
  const id = await tidemark.accountNumber(0);
  await tidemark.control('faults', { rules: [{ match: { account: id, path: 'media' }, fault: 'hang' }] });
  await tidemark.link(id);
  await until(async () => (await tidemark.struck()) > 0);

  await tidemark.kill();
  await tidemark.control('faults', { rules: [] });
  await tidemark.start();

  await tidemark.expectTruth(id);
});

it.each([
  ['days', 'account_day', 1],
  ['posts', 'media_day', 3],
])('stores %s once after being killed during the transaction', async (_, table, index) => {
  const id = await tidemark.accountNumber(index);
  const client = await tidemark.database();
  await client.query('begin');
  await client.query(`lock table ${table} in share mode`);
  await tidemark.link(id);
  await until(() => isAwaited(client, table));

  await tidemark.kill();
  await client.query('rollback');
  await client.end();
  await tidemark.start();

  await tidemark.expectTruth(id);
});

it("repeats nothing after being killed between the last write and the job's end", async () => {
  const id = await tidemark.accountNumber(2);
  await tidemark.control('faults', { rules: [{ match: { account: id }, fault: 'slow', params: { millis: 300 } }] });
  await tidemark.link(id);
  await until(async () => (await tidemark.struck()) > 0);
  const client = await tidemark.database();
  await client.query('begin');
  await client.query('lock table jobs.job in share mode');
  await tidemark.control('faults', { rules: [] });
  const other = await tidemark.database();
  const isDone = async () => {
    const { rows } = await other.query(
      `select 1 from sync_state where account_id = $1 and initialized_at is not null and not running`,
      [id],
    );
    const { rows: waiting } = await other.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%completed_on%'`,
    );
    return rows.length > 0 && waiting.length > 0;
  };
  await until(isDone);

  await tidemark.kill();
  await client.query('rollback');
  await Promise.all([client.end(), other.end()]);
  await tidemark.start();

  await tidemark.expectTruth(id);
});

/** Connects Theo's account without a page, with a token that is old enough for Instagram to refresh; returns its ID. */
async function connectOldLogin(): Promise<string> {
  await tidemark.control('clock', { advanceSeconds: -2 * 86_400 });
  const id = await tidemark.connectInstagram('okafor.prints');
  await tidemark.control('clock', { reset: true });
  return id;
}

describe.each([
  {
    login: 'business login',
    path: 'oauth/access_token',
    table: 'meta_connection',
    due: 'checked_at = null',
    connect: () => tidemark.accountNumber(0),
  },
  {
    login: 'login at Instagram',
    path: 'refresh_access_token',
    table: 'instagram_login',
    due: 'next_check_at = now()',
    connect: connectOldLogin,
  },
])('a $login', ({ path, table, due, connect }) => {
  it.each([
    ['while Meta makes a younger token', 'asked'],
    ['after Meta made a younger token and before it is kept', 'answered'],
  ])('continues with a working token after being killed %s', async (_, point) => {
    const id = await connect();
    await tidemark.link(id);
    const client = await tidemark.database();
    const isOld = `update ${table} set connected_at = now() - interval '31 days', renewed_at = null, ${due}`;
    const renewed = async () =>
      (await client.query(`select renewed_at from ${table}`)).rows.some(({ renewed_at }) => renewed_at !== null);
    const answer = point === 'asked' ? { fault: 'hang' } : { fault: 'slow', params: { millis: 2_000 } };
    await tidemark.control('faults', { rules: [{ match: { path }, ...answer }] });
    await tidemark.kill();
    await client.query(isOld);
    await tidemark.start();
    await until(async () => (await tidemark.struck()) > 0);
    if (point === 'answered') {
      await client.query('begin');
      await client.query(`lock table ${table} in share mode`);
      await until(() => isAwaited(client, table));
    }

    await tidemark.kill();
    await client.query('rollback');
    await tidemark.control('faults', { rules: [] });
    // A statement that waited for the lock still runs after its client is gone, so the newer token may have been stored.
    if (point === 'asked') expect(await renewed()).toBe(false);
    await client.query(`${isOld} where renewed_at is null`);
    await tidemark.start();

    await until(renewed);
    await client.end();
    await tidemark.call('POST', `/account/${id}/refresh`, {});
    await tidemark.expectTruth(id);
  });
});

it.each([
  ['while Instagram exchanges the code', 'asked'],
  ['before the login is stored', 'answered'],
])('stores no login at Instagram after being killed %s, and the next attempt succeeds', async (_, point) => {
  const { accountId, ...body } = await tidemark.allowAtInstagram('okafor.coffee');
  const authorize = () => tidemark.call('POST', '/auth/instagram/authorize', body);
  const client = await tidemark.database();
  const countLogins = async () =>
    (await client.query('select 1 from instagram_login where account_id = $1', [accountId])).rows.length;
  if (point === 'asked') {
    await tidemark.control('faults', { rules: [{ match: { host: 'instagram' }, fault: 'hang' }] });
  } else {
    await client.query('begin');
    await client.query('lock table instagram_login in share mode');
  }
  const outcome = authorize().catch(() => 'lost');
  await until(async () => (point === 'asked' ? (await tidemark.struck()) > 0 : isAwaited(client, 'instagram_login')));

  await tidemark.kill();
  await client.query('rollback');
  await tidemark.control('faults', { rules: [] });
  await tidemark.start();

  expect(await outcome).toBe('lost');
  expect(await countLogins()).toBe(0);
  await expect(authorize()).rejects.toThrow('instagram_code_refused');
  await tidemark.connectInstagram('okafor.coffee');
  expect(await countLogins()).toBe(1);
  await client.query('delete from instagram_login where account_id = $1', [accountId]);
  await client.end();
});

it('has a file for each recorded copy after being killed while copying pictures, and continues', async () => {
  const client = await tidemark.database();
  await client.query('truncate media_thumbnail, thumbnail_queue');
  await until(async () => Number((await client.query('select count(*) from media_thumbnail')).rows[0].count) > 5);
  await client.end();

  await tidemark.kill();
  await tidemark.start();

  const again = await tidemark.database();
  const left = async () =>
    Number(
      (
        await again.query(`select count(*) from media left join media_thumbnail using (account_id, media_id)
          where file is null and (media.thumbnail_url is not null or media_type = 'IMAGE' and media.media_url is not null)`)
      ).rows[0].count,
    );
  await until(async () => (await left()) === 0);
  const { rows } = await again.query('select account_id, media_id, key from media_thumbnail');
  await again.end();
  for (const { account_id, media_id, key } of rows) {
    const answer = await fetch(`${tidemark.url()}/api/v1/media/${media_id}/thumbnail?key=${account_id}.${key}`);
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  }
});
