import { listConnectionAccounts } from '@tidemark/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../app.ts';
import { createVault } from '../../../platform/secrets.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { connect, getWorldAccount, untilSynced } from '../../../../test/world.ts';

const nadia = 'nadia@sandbox.test';
const toKey = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const message = expect.stringContaining('encryption key is missing or was changed');

describe.each([
  { change: 'lost', keys: toKey('former', 9), logged: 'that ENCRYPTION_KEYS does not have' },
  { change: 'replaced under the same ID', keys: toKey('current', 9), logged: 'was ENCRYPTION_KEYS changed?' },
])('an encryption key that was $change', ({ keys, logged }) => {
  const keyId = keys.split(':', 1)[0];
  let app: TestApp;
  let worker: App;
  let accountId: string;
  const lines: string[] = [];

  beforeAll(async () => {
    app = await startTestApp({
      work: false,
      encryptionKeys: toKey('current', 7),
      pollIntervalSeconds: 0.1,
      log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    });
    const client = await app.withPlan(nadia, 'agency');
    await connect(app, client, nadia);
    accountId = (await getWorldAccount(app, nadia)).id;
    await client.link(accountId);
    const stored = createVault(keys).encrypt('a token', 'a place');
    await app.db.updateTable('meta_connection').set({ token_encrypted: stored }).execute();
    worker = await app.startWorker();
  });
  afterAll(async () => {
    await worker.close();
    await app.close();
  });

  it('is named in the startup log with the number of tokens that need it', () => {
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ keyId, tokens: 1, msg: expect.stringContaining(logged) }),
    );
  });

  it('is explained to users instead of an internal error', async () => {
    const client = await app.as(nadia);

    await expect(client.call(listConnectionAccounts, {})).rejects.toMatchObject({
      status: 500,
      code: 'login_not_decryptable',
      message,
    });
  });

  it("appears as each account's problem until the user connects again", async () => {
    const client = await app.as(nadia);
    const broken = await untilSynced(client, accountId, ({ problem }) => problem !== null);
    expect(broken.problem).toMatchObject({ code: 'login_not_decryptable', message });

    await connect(app, client, nadia);

    const mended = await untilSynced(client, accountId, ({ problem }) => problem === null);
    expect(mended.problem).toBeNull();
  });
});
