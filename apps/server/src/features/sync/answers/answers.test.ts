import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../../test/faults.ts';
import { trueMedia, type WorldAccount } from '../../../../test/world.ts';
import { startOfDay } from '../../../platform/clock.ts';
import { deleteOldAnswers } from './queries.ts';
import { readAnswers } from './read-answers.ts';
import type { StoredAnswer } from './stored-step.ts';

const dayMillis = 86_400_000;

let app: FaultApp;
let account: WorldAccount;
beforeAll(async () => {
  app = await startFaultApp();
  account = app.fresh(10);
  await app.begin(account);
  await app.pass(2);
});
afterAll(() => app.close());

const listStored = () =>
  app.db.selectFrom('sync_answer').selectAll().where('account_id', '=', account.id).orderBy('fetched_at').execute();

async function answersAt(instant: Date): Promise<StoredAnswer[]> {
  return (await readAnswers(app.db, account.id, [instant])).flatMap(({ answers }) => answers);
}

it('stores the answers of the same instant as the days that came from them', async () => {
  const days = await app.db
    .selectFrom('account_day')
    .select(['day', 'views', 'fetched_at'])
    .where('account_id', '=', account.id)
    .where('views', '>', 0)
    .execute();

  expect(days.length).toBeGreaterThan(20);
  for (const { day, views, fetched_at } of days) {
    const since = startOfDay('America/Los_Angeles', day).getTime() / 1000;
    const answers = await answersAt(fetched_at);
    const found = answers.filter(
      ({ path, parameters }) =>
        path === `${account.id}/insights` &&
        parameters['since'] === since &&
        parameters['breakdown'] === 'media_product_type',
    );
    expect(JSON.stringify(found).includes(`"total_value":{"value":${views},`), day).toBe(true);
  }
});

it("stores the answers of the same instant as a post's totals", async () => {
  const yesterday = app.time.now().getTime() - dayMillis;
  const [post] = (await trueMedia(app, account.id)).filter(
    ({ kind, hasInsights, publishedAt }) => kind !== 'story' && hasInsights && Date.parse(publishedAt) < yesterday,
  );
  const row = await app.db
    .selectFrom('media')
    .select(['insights_fetched_at', 'type_metrics_fetched_at'])
    .where('account_id', '=', account.id)
    .where('media_id', '=', post?.id ?? '')
    .executeTakeFirstOrThrow();

  const instants = [row.insights_fetched_at, row.type_metrics_fetched_at].filter((instant) => instant !== null);
  expect(instants).not.toEqual([]);
  for (const instant of instants) expect(JSON.stringify(await answersAt(instant)).includes(post?.id ?? '-')).toBe(true);
});

it('stores a similar answer as a small difference', async () => {
  const stored = await listStored();

  const night = stored.findLast(({ step, base_id }) => step === 'media_history' && base_id !== null);
  const base = stored.find(({ answer_id }) => answer_id === night?.base_id);
  expect(night?.content.length).toBeLessThan((base?.content.length ?? 0) / 2);
});

it('stores only the answers of the attempt that succeeded', async () => {
  const startedAt = app.time.now();
  await app.strike(account, [{ fault: 'service', times: 1, match: { path: 'accounts_engaged' } }]);
  await app.pass(1);

  expect(await app.struck()).toBe(1);
  const steps = (await listStored()).filter(({ fetched_at }) => fetched_at > startedAt);
  expect(steps.map(({ step }) => step)).toContain('batch');
  const instants = steps.map(({ fetched_at }) => fetched_at);
  for (const { answers } of await readAnswers(app.db, account.id, instants)) {
    const ofAccount = answers.filter(({ path }) => path === `${account.id}/insights`);
    const calls = ofAccount.map(({ parameters }) => JSON.stringify(parameters));
    expect(calls.filter((call, index) => calls.indexOf(call) < index)).toEqual([]);
  }
});

it('deletes complete answers only after the last difference to them', async () => {
  const before = await listStored();
  const difference = before.findLast(({ base_id }) => base_id !== null);
  const at = difference?.fetched_at ?? new Date(0);
  const base = before.find(({ answer_id }) => answer_id === difference?.base_id);
  expect(base?.fetched_at.getTime()).toBeLessThan(at.getTime());

  while (await deleteOldAnswers(app.db, at));

  const remaining = await listStored();
  expect(remaining.filter(({ fetched_at, base_id }) => fetched_at < at && base_id !== null)).toEqual([]);
  expect((await answersAt(at)).length).toBeGreaterThan(0);
  while (await deleteOldAnswers(app.db, new Date(at.getTime() + 1)));
  expect(await answersAt(at)).toEqual([]);
  while (await deleteOldAnswers(app.db, new Date(at.getTime() + 8 * dayMillis)));
  expect(await listStored()).toEqual([]);
});

it('stores no answers where ANSWER_RETENTION_DAYS is 0', async () => {
  const silent = await startFaultApp({ environment: { ANSWER_RETENTION_DAYS: '0' } });
  await silent.begin(silent.fresh());

  const { days } = await silent.db
    .selectFrom('account_day')
    .select(({ fn }) => fn.countAll<number>().as('days'))
    .executeTakeFirstOrThrow();
  const answers = await silent.db.selectFrom('sync_answer').selectAll().execute();
  await silent.close();

  expect(days).toBeGreaterThan(0);
  expect(answers).toEqual([]);
});
