import { getSyncStatus, previewDigest } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBluesky, findStandIn, linkBluesky, withBluesky } from '../../../test/bluesky.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';

let app: TestApp;
let theo: TestClient;

beforeAll(async () => {
  app = await startTestApp({ environment: withBluesky, pollIntervalSeconds: 0.2 });
  theo = await app.withPlan('theo@sandbox.test', 'pro');
  const id = await connectBluesky(theo, await findStandIn(app, 'okafor-prints.test'));
  await linkBluesky(theo, id);
  await until(async () => {
    const { syncStatus } = await theo.call(getSyncStatus, { params: { id } });
    return syncStatus.lastSyncAt !== null && !syncStatus.syncRunning;
  });
});
afterAll(() => app.close());

it('writes a digest of an account on Bluesky about what Bluesky has', async () => {
  const schedule = {
    isOn: true,
    cadence: 'monthly' as const,
    weekday: 1,
    monthDay: 1,
    hour: 8,
    timeZone: 'UTC',
    accountIds: null,
  };

  const { digest } = await theo.call(previewDigest, { body: { schedule, back: 0 } });

  expect(digest?.title).toMatch(/^Your month on Bluesky: /);
  expect(digest?.figures.map(({ label }) => label)).toEqual(['Interactions']);
  const interactions = digest?.posts.map(({ detail }) => Number(/(\d+) interactions/.exec(detail)?.[1])) ?? [];
  expect(interactions.length).toBe(3);
  expect(interactions).toEqual(interactions.toSorted((one, other) => other - one));
  expect(JSON.stringify(digest)).not.toMatch(/Instagram|views|reach/i);
});
