import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { startSynced, type WorldAccount } from '../../../../test/world.ts';

let app: TestApp;
let account: WorldAccount;
beforeAll(async () => {
  app = await startTestApp();
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'hostile-texts' }] }) });
  ({ account } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' }));
});
afterAll(() => app.close());

const listTexts = () =>
  app.db
    .selectFrom('media')
    .select(['media_id', 'hashtags', 'mentions', 'search_text', 'caption_version'])
    .where('account_id', '=', account.id)
    .orderBy('media_id')
    .execute();

it('derives texts for posts from an earlier version once, and announces them', async () => {
  const derived = await listTexts();
  await app.db
    .updateTable('media')
    .set({ hashtags: ['#alpha1'], mentions: [], search_text: '', caption_version: 0 })
    .where('account_id', '=', account.id)
    .execute();
  const readVersion = () =>
    app.db.selectFrom('account').select('data_version').where('account_id', '=', account.id).executeTakeFirstOrThrow();
  const before = await readVersion();

  for (let run = 0; run < 2; run += 1) {
    const worker = await app.startWorker();
    await vi.waitFor(
      async () => expect((await listTexts()).every((row) => row.caption_version > 0)).toBe(true),
      10_000,
    );
    await worker.close();
  }

  expect(derived.length).toBeGreaterThan(100);
  expect(await listTexts()).toEqual(derived);
  expect((await readVersion()).data_version).toBe(before.data_version + 1);
});
