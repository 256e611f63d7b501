import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import type { WorldAccount } from '../../../../test/world.ts';
import { packAnswers, unpackAnswers } from '../answers/pack-answers.ts';
import { deleteOldAnswers } from '../answers/queries.ts';
import type { ReplayReport } from './replay-accounts.ts';

const equal = { outcome: 'same', differences: [], unreplayed: [] };
const dayMillis = 86_400_000;

let app: FaultApp;
let account: WorldAccount;
let begunAt: Date;
beforeAll(async () => {
  app = await startFaultApp();
  begunAt = app.time.now();
  account = app.fresh(20);
  await app.begin(account);
  await app.pass(9);
});
afterAll(() => app.close());

async function replay(): Promise<ReplayReport> {
  const [report] = await app.replay({ accountId: account.id });
  if (!report) throw new Error('There is no report');
  return report;
}

const daysLater = (days: number) => new Date(begunAt.getTime() + days * dayMillis);

it('equals after a repair, which replaces values that never came from an answer', async () => {
  await app.db
    .updateTable('account_day')
    .set({ views: 123_456, followers: 777 })
    .where('account_id', '=', account.id)
    .where('day', '=', daysLater(2).toISOString().slice(0, 10))
    .execute();
  await app.verify({ accountId: account.id, repair: true });
  await app.read(account);

  expect(await replay()).toMatchObject({ ...equal, isComplete: true });
});

it('begins after a step that it cannot replay', async () => {
  const rows = await app.db
    .selectFrom('sync_answer')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('step', '=', 'media_history')
    .orderBy('data_version', 'desc')
    .execute();
  // Later steps are stored as differences to some.
  const bases = new Set(rows.map(({ base_id }) => base_id));
  const row = rows.find(({ answer_id, fetched_at }) => fetched_at < daysLater(3) && !bases.has(answer_id));
  if (!row) throw new Error('There is no step');
  const base = rows.find(({ answer_id }) => answer_id === row.base_id);
  const { given } = unpackAnswers(row.content, base?.content ?? null);
  const { content } = packAnswers({ given, answers: [] }, null);
  await app.db
    .updateTable('sync_answer')
    .set({ content, base_id: null })
    .where('answer_id', '=', row.answer_id)
    .execute();

  const report = await replay();

  expect(report).toMatchObject({ ...equal, isComplete: false, unreplayed: [{ task: 'media_history' }] });
  expect(new Date(report.since ?? 0).getTime()).toBeGreaterThan(row.fetched_at.getTime());
  expect(report.compared).toBeGreaterThan(50);
});

it('begins after the last row that was fetched while no answers were stored', async () => {
  const rows = await app.db.selectFrom('sync_answer').selectAll().where('account_id', '=', account.id).execute();
  const unstored = rows.filter(({ fetched_at }) => fetched_at > daysLater(4) && fetched_at < daysLater(5));
  for (const base of unstored) {
    // Nothing would be a difference to answers that were never stored.
    for (const { answer_id, content } of rows.filter(({ base_id }) => base_id === base.answer_id)) {
      const complete = packAnswers(unpackAnswers(content, base.content), null);
      await app.db
        .updateTable('sync_answer')
        .set({ content: complete.content, base_id: null })
        .where('account_id', '=', account.id)
        .where('answer_id', '=', answer_id)
        .execute();
    }
    await app.db
      .deleteFrom('sync_answer')
      .where('account_id', '=', account.id)
      .where('answer_id', '=', base.answer_id)
      .execute();
  }

  const report = await replay();

  expect(report).toMatchObject({ ...equal, isComplete: false });
  expect(new Date(report.since ?? 0).getTime()).toBeGreaterThan(daysLater(4).getTime());
});

it('begins after the answers that have expired', async () => {
  while (await deleteOldAnswers(app.db, daysLater(6)));

  const report = await replay();

  expect(report).toMatchObject({ ...equal, isComplete: false });
  expect(report.withoutAnswers.account_day).toBeGreaterThan(0);
  expect(report.compared).toBeGreaterThan(30);
});

it('finds a wrong value in rows that later steps have completed', async () => {
  await app.db
    .updateTable('media')
    .set({ views: 987_654 })
    .where('account_id', '=', account.id)
    .where('product_type', '<>', 'STORY')
    .execute();

  const { differences } = await replay();

  expect(differences.map(({ column }) => column)).toContain('views');
});

it('has nothing to compare without answers', async () => {
  await app.db.deleteFrom('sync_answer').where('account_id', '=', account.id).execute();

  expect(await replay()).toMatchObject({ outcome: 'without_answers', steps: 0, compared: 0 });
});
