import { afterAll, beforeAll, expect, it } from 'vitest';
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

it.each([
  ['while Meta makes a younger token', 'asked'],
  ['after Meta made a younger token and before it is kept', 'answered'],
])('continues the login with a working token after being killed %s', async (_, point) => {
  const id = await tidemark.accountNumber(0);
  const client = await tidemark.database();
  const isOld = `update meta_connection
    set connected_at = now() - interval '31 days', renewed_at = null, checked_at = null`;
  const renewed = async () =>
    (await client.query('select renewed_at from meta_connection')).rows.some(({ renewed_at }) => renewed_at !== null);
  const answer = point === 'asked' ? { fault: 'hang' } : { fault: 'slow', params: { millis: 2_000 } };
  await tidemark.control('faults', { rules: [{ match: { path: 'oauth/access_token' }, ...answer }] });
  await tidemark.kill();
  await client.query(isOld);
  await tidemark.start();
  await until(async () => (await tidemark.struck()) > 0);
  if (point === 'answered') {
    await client.query('begin');
    await client.query('lock table meta_connection in share mode');
    await until(() => isAwaited(client, 'meta_connection'));
  }

  await tidemark.kill();
  await client.query('rollback');
  await tidemark.control('faults', { rules: [] });
  // A statement that waited for the lock still runs after its client is gone, so the newer token may have been stored.
  if (point === 'asked') expect(await renewed()).toBe(false);
  await client.query(isOld);
  await tidemark.start();

  await until(renewed);
  await client.end();
  await tidemark.call('POST', `/account/${id}/refresh`, {});
  await tidemark.expectTruth(id);
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
