import { addDays, getMetricCard, type CardMetric } from '@tidemark/contract';
import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import {
  getWorldAccount,
  startSynced,
  trueDays,
  untilSynced,
  type WorldAccount,
  type WorldDay,
} from '../../../test/world.ts';
import { dayIn } from '../../platform/clock.ts';

/** Set for the file that called `setUpTwoAccounts`. */
export let app: TestApp;
export let client: TestClient;
export let first: WorldAccount;
export let second: WorldAccount;

// Behind UTC, like Instagram's days; the range contains no clock change.
export const dayZone = 'America/Phoenix';
export const yesterday = addDays(dayIn(dayZone, new Date()), -1);
export const maya = 'maya@sandbox.test';

/** Starts an app with two synced accounts owned by Maya before a file's tests, and closes it afterwards. */
export function setUpTwoAccounts(): void {
  beforeAll(async () => {
    app = await startTestApp({ sandboxOptions: { dayZone } });
    ({ client, account: first } = await startSynced(app, maya, { account: 1 }));
    second = await getWorldAccount(app, maya, 2);
    await client.link(second.id);
    await untilSynced(client, second.id);
  });
  afterAll(() => app.close());
}

export const start = (day: string) => `${day}T00:00:00.000Z`;
export const end = (day: string) => `${day}T23:59:59.999Z`;
export const sum = (days: WorldDay[], pick: (day: WorldDay) => number) =>
  days.reduce((total, day) => total + pick(day), 0);
export const nonFollowers = (day: WorldDay) => day.cells.reachByFollowType['NON_FOLLOWER'] ?? 0;

export function card(metric: CardMetric, accounts: WorldAccount[], days: number, to = yesterday) {
  const from = addDays(to, 1 - days);
  return client.call(getMetricCard, {
    params: { metric },
    body: {
      cStart: start(from),
      cEnd: end(to),
      pStart: start(addDays(from, -days)),
      pEnd: end(addDays(from, -1)),
      accountIds: accounts.map(({ id }) => id),
    },
  });
}

/** Returns true values for two consecutive periods with the same length, over all accounts. */
export async function getTruth(accounts: WorldAccount[], days: number, to = yesterday) {
  const from = addDays(to, 1 - days);
  const of = async (a: string, b: string) =>
    (await Promise.all(accounts.map(({ id }) => trueDays(app, id, a, b)))).flat();
  return { current: await of(from, to), previous: await of(addDays(from, -days), addDays(from, -1)) };
}
