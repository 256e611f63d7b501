import { revokeShare, updateShare } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNode, type Node } from '../../../test/nodes.ts';
import { codeOf, openAsStranger, share, toChoice, toToken } from '../../../test/shared-page.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { startSynced } from '../../../test/world.ts';

const patienceMillis = 5_000;

// Needs PostgreSQL and Redis, which several processes share: .ci/run provides both.
describe.runIf(process.env['TEST_REDIS_URL'])('a link served by two processes', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let app: TestApp;
  let other: Node;
  let client: TestClient;
  let accountId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { address } = database;
    app = await startTestApp({ address, pollIntervalSeconds: 0.2 });
    const synced = await startSynced(app, 'maya@sandbox.test');
    client = synced.client;
    accountId = synced.account.id;
    other = await startNode(app, { role: 'serve', address });
  }, 120_000);
  afterAll(async () => {
    await other.stop();
    await app.close();
    await database.drop();
  });

  /** Opens it at both, so that each process has cached what it can. */
  async function openAtBoth(token: string): Promise<string[]> {
    const answers = [await openAsStranger(other, token), await openAsStranger(app, token)];
    return answers.map((answer) => codeOf(answer) ?? answer.body.state);
  }

  it('closes at the other process within five seconds after its revocation', async () => {
    const link = await share(client, toChoice([accountId]));
    const before = await openAtBoth(toToken(link));

    await client.call(revokeShare, { params: { id: link.id } });
    const revokedAt = Date.now();
    const after = await openAtBoth(toToken(link));

    expect(before).toEqual(['open', 'open']);
    expect(after).toEqual(['share_not_found', 'share_not_found']);
    expect(Date.now() - revokedAt).toBeLessThan(patienceMillis);
  });

  it('asks for a passcode at the other process as soon as it is set', async () => {
    const link = await share(client, toChoice([accountId]));
    const before = await openAtBoth(toToken(link));

    await client.call(updateShare, { params: { id: link.id }, body: { passcode: 'herons wade' } });

    expect(before).toEqual(['open', 'open']);
    expect(await openAtBoth(toToken(link))).toEqual(['passcode-required', 'passcode-required']);
  });
});
