import { setSubscription } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { endAssignedPlans } from './assigned-plans.ts';

let app: TestApp;
let fiona: TestClient;
let userId: string;
const published: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ work: false });
  fiona = await app.as('fiona@sandbox.test');
  userId = (await fiona.load()).user._id;
});
afterAll(() => app.close());

const ends = new Date('2026-12-22T00:00:00.000Z');
const assign = async (cancelAt: string | null) => {
  const operator = await app.as('olu@sandbox.test');
  const body = { plan: 'pro', status: 'active' as const, currentPeriodEnd: cancelAt, cancelAt };
  await operator.call(setSubscription, { params: { userId }, body });
};
const endAt = async (time: Date) => {
  published.length = 0;
  await endAssignedPlans({
    db: app.db,
    clock: () => time,
    publishUser: async (id) => void published.push(id),
  });
};
const status = async () => (await fiona.load()).user.subscription.status;

it('ends an assigned plan once on its date, and updates open pages', async () => {
  await assign(ends.toISOString());
  await endAt(new Date(ends.getTime() - 1));
  expect([await status(), published]).toEqual(['active', []]);

  await endAt(ends);
  expect([await status(), published]).toEqual(['canceled', [userId]]);
  expect((await fiona.load()).product).toMatchObject({ cancelAt: null, currentPeriodEnd: ends.toISOString() });

  await endAt(new Date(ends.getTime() + 60_000));
  expect(published).toEqual([]);
});

it('never ends an assigned plan without a date', async () => {
  await assign(null);

  await endAt(new Date('2099-01-01T00:00:00Z'));

  expect([await status(), published]).toEqual(['active', []]);
});
