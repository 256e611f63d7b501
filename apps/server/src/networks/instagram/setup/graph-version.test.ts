import { getMetaSetup } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { connect } from '../../../../test/world.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

const maya = 'maya@sandbox.test';
const faults = (...rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

async function readVersion() {
  return (await (await app.as('olu@sandbox.test')).call(getMetaSetup, {})).graphVersion;
}

it('shows operators the version Meta answers with, as long as it differs', async () => {
  const client = await app.as(maya);
  expect(await readVersion()).toEqual({ requested: 'v25.0', answered: null });
  await faults({ fault: 'version-upgrade', params: { version: 'v27.0' } });

  await connect(app, client, maya);

  await expect.poll(readVersion).toEqual({ requested: 'v25.0', answered: 'v27.0' });
  await faults();
  await connect(app, client, maya);
  await expect.poll(readVersion).toEqual({ requested: 'v25.0', answered: 'v25.0' });
});
