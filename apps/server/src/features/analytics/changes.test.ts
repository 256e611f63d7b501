import { addDays, type CardMetric } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { askCard, rangeBefore } from '../../../test/judge-overview.ts';
import { createTestClock, untilQuiet } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { type DayRange, trueCard, Truth } from '../../../test/true-figures.ts';
import { connect, listWorldAccounts } from '../../../test/world.ts';

const today = '2026-11-21';
const owner = 'olu@sandbox.test';
const time = createTestClock(new Date(`${today}T18:00:00Z`));
const metrics: CardMetric[] = ['reach', 'engagement-rate', 'engaged-audience', 'conversion-rate', 'virality-score'];

let app: TestApp;
let client: TestClient;
let truth: Truth;
let ids: string[];

beforeAll(async () => {
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    sandboxOptions: {
      clock: time.right,
      dayZone: 'America/Los_Angeles',
      crowd: { owner: 'olu', accounts: 8, days: 420 },
      anchor: today,
    },
  });
  client = await app.withPlan(owner, 'agency');
  await connect(app, client, owner);
  ids = (await listWorldAccounts(app, owner))
    .filter(({ username }) => username.startsWith('crowd.'))
    .map(({ id }) => id);
  for (const id of ids) await client.link(id);
  await untilQuiet(app, time, 170_000);
  // Instagram refuses one total over more than 30 days, as an earlier request has shown.
  await app.db
    .insertInto('graph_pause')
    .values(
      ['reach', 'accounts_engaged'].map((metric) => ({
        scope: `long-total:${new URL(app.sandbox.url).host}/graph:${metric}`,
        until: new Date(time.now().getTime() + 30 * 86_400_000),
        reason: 'refused',
      })),
    )
    .execute();
  truth = new Truth(app);
}, 180_000);
afterAll(() => app.close());

const yesterday = addDays(today, -1);
const endings = [yesterday, addDays(yesterday, -30)];
const endingAt = (to: string, days: number): DayRange => ({ from: addDays(to, 1 - days), to });

it('rarely shows a wrong direction, and bounds contain the true change', async () => {
  const shown = { right: 0, wrong: [] as string[] };
  const bounded = { right: 0, wrong: [] as string[] };

  for (const days of [31, 60, 90, 180])
    for (const to of endings)
      for (const metric of metrics)
        for (const id of ids) {
          const range = endingAt(to, days);
          const { change, changeState, changeBounds } = await askCard({ client, accounts: [id], range }, metric);
          const now = trueCard(metric, await truth.all([id], range));
          const then = trueCard(metric, await truth.all([id], rangeBefore(range)));
          const name = `${metric} of ${id} over ${days} days to ${to}`;
          const percent = (now / then - 1) * 100;
          const isInside = percent >= (changeBounds?.lower ?? -100) && percent <= (changeBounds?.upper ?? Infinity);
          if (isInside) bounded.right += 1;
          else bounded.wrong.push(name);
          expect(change === null).toBe(changeState === 'uncertain');
          if (change === null) continue;
          if (Math.sign(change) === Math.sign(now - then)) shown.right += 1;
          else shown.wrong.push(name);
        }

  const all = bounded.right + bounded.wrong.length;
  expect(shown.wrong.length, shown.wrong.join('\n')).toBeLessThanOrEqual(0.02 * (shown.right + shown.wrong.length));
  expect(shown.right).toBeGreaterThan(0.55 * all);
  expect(bounded.wrong.length, bounded.wrong.join('\n')).toBeLessThanOrEqual(0.05 * all);
}, 240_000);

it('estimates unique people from window overlap, never as the upper bound', async () => {
  for (const days of [60, 180])
    for (const id of ids) {
      const range = endingAt(yesterday, days);

      const { current, approx } = await askCard({ client, accounts: [id], range }, 'reach');

      const { reach } = await truth.figures(id, range);
      expect(current).toBeLessThan(approx?.upper ?? 0);
      expect(Math.abs(current / reach - 1)).toBeLessThan(0.15);
    }
});

it('shows no change until Instagram’s counts for both periods arrive, then the final change', async () => {
  const [id = ''] = ids;
  const body = { client, accounts: [id], range: endingAt(yesterday, 13) };

  const first = await askCard(body, 'reach');
  const later = await vi.waitUntil(
    async () => {
      const card = await askCard(body, 'reach');
      return card.changeState === 'comparing' ? null : card;
    },
    { timeout: 20_000, interval: 20 },
  );

  expect(first).toMatchObject({ changeState: 'comparing', change: null, percentChange: null, changeBounds: null });
  expect(later.changeState).toBe('final');
  expect(later.changeBounds).toEqual({ lower: later.percentChange, upper: later.percentChange });
});

it('estimates a change if the windows do not arrive within half an hour', async () => {
  const [, id = ''] = ids;
  const body = { client, accounts: [id], range: endingAt(yesterday, 12) };
  await app.db
    .insertInto('window_request')
    .values(
      [yesterday, addDays(yesterday, -12)].map((end_day) => ({
        account_id: id,
        end_day,
        days: 12,
        requested_at: new Date(time.now().getTime() - 31 * 60_000),
        fetched_at: null,
      })),
    )
    .execute();

  const { changeState } = await askCard(body, 'reach');

  expect(['estimated', 'uncertain']).toContain(changeState);
});
