import { getSyncStatus, refreshAccount } from '@tidemark/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { getWorldAccount, startSynced, trueMedia, untilSynced } from '../../../../test/world.ts';

let app: TestApp;
const time = { offset: 0 };
beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date(Date.now() + time.offset), sandboxOptions: { clock: undefined } });
});
afterAll(() => app.close());

it('sets aside and names a post the database refuses, and stores it later', async () => {
  const { id } = await getWorldAccount(app, 'maya@sandbox.test', 0);
  const posts = (await trueMedia(app, id)).filter(({ kind }) => kind !== 'story');
  const [newest] = posts.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
  const listStored = async () =>
    (await app.db.selectFrom('media').select('media_id').where('account_id', '=', id).execute()).map(
      ({ media_id }) => media_id,
    );
  await sql`alter table media add constraint refused check (media_id <> ${sql.lit(newest?.id ?? '')})`.execute(app.db);

  const { client } = await startSynced(app, 'maya@sandbox.test');

  const { syncStatus } = await client.call(getSyncStatus, { params: { id } });
  const before = await listStored();
  expect(syncStatus.problem).toBeNull();
  expect(syncStatus.gaps).toMatchObject([{ kind: 'posts', from: newest?.publishedAt }]);
  expect(syncStatus.gaps[0]?.reason).toContain(newest?.id);
  expect(before).not.toContain(newest?.id);
  expect(posts.filter((post) => !before.includes(post.id))).toEqual([newest]);

  await sql`alter table media drop constraint refused`.execute(app.db);
  time.offset = 2 * 60_000;
  await client.call(refreshAccount, { params: { id } });
  const { gaps } = await untilSynced(client, id, ({ syncRunning, gaps: open }) => !syncRunning && open.length === 0);

  expect(gaps).toEqual([]);
  expect(await listStored()).toContain(newest?.id);
});
