import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { startApp, type App } from '../src/app.ts';
import { verifyDatabase } from '../src/cli/verify.ts';
import { readConfig } from '../src/config/config.ts';
import { connectDatabase, type DatabaseAddress } from '../src/database/database.ts';
import type { AccountReport } from '../src/features/sync/index.ts';
import { createLog, type Log } from '../src/platform/log/log.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export interface TestApp extends App {
  url: string;
  sandbox: Sandbox;
  dataDir: string;
  /** A client that is signed in as the person with this e-mail. */
  as(email: string): Promise<TestClient>;
  /** The same person's client, with a plan that the operator gave them. */
  withPlan(email: string, plan: string): Promise<TestClient>;
  /** Another process's worker on the same database, as far as one process can play two. */
  startWorker(options?: { encryptionKeys?: string }): Promise<App>;
  /** What `tidemark verify` reports: what is stored, held against what the stand-in answers now. */
  verify(options?: { accountId?: string; days?: number }): Promise<AccountReport[]>;
  /** Reads or moves the stand-in: `/_sandbox/…`. */
  control<T>(path: string, init?: RequestInit): Promise<T>;
}

export interface TestAppOptions {
  work?: boolean;
  clock?: () => Date;
  lookEverySeconds?: number;
  /** Copies pictures, too: most tests have no eye for them. */
  thumbnails?: boolean;
  /** A database of the test's own, instead of a fresh one on the engine that all share. */
  address?: DatabaseAddress;
  sandboxOptions?: Partial<Parameters<typeof startSandbox>[0]>;
  encryptionKeys?: string;
  readKeysAgain?: () => string;
  /** Variables of the configuration, over those of the stand-in. */
  environment?: Record<string, string>;
  /** Where what the app logs goes, instead of nowhere. */
  log?: Log;
}

/** The real app on a database of its own, with an outside world of its own, everything over HTTP. */
export async function startTestApp({
  work = true,
  clock,
  lookEverySeconds,
  thumbnails = false,
  address,
  sandboxOptions = {},
  encryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`,
  readKeysAgain,
  environment = {},
  log = createLog({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
}: TestAppOptions = {}): Promise<TestApp> {
  const port = await freePort();
  const appUrl = `http://localhost:${port}`;
  const [dataDir, database, sandbox] = await Promise.all([
    mkdtemp(path.join(os.tmpdir(), 'tidemark-data-')),
    address ? { address, drop: async () => undefined } : createTestDatabase(),
    startSandbox({ port: 0, appOrigins: [appUrl], clock, ...sandboxOptions }),
  ]);
  const redisUrl = process.env['TEST_REDIS_URL'];
  const config = readConfig(
    {
      ...sandbox.environment,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(thumbnails ? {} : { THUMBNAILS_PER_SECOND: '0' }),
      ...(redisUrl ? { REDIS_URL: redisUrl, REDIS_PREFIX: database.address.database } : {}),
      ...environment,
    },
    { sandbox: true },
  );
  const parts = {
    config,
    address: database.address,
    encryptionKeys,
    readKeysAgain,
    log,
    clock,
    lookEverySeconds,
  };
  const app = await startApp({ ...parts, roles: { serve: true, work }, alone: true });

  async function control<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers: Record<string, string> = init.body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`/_sandbox/${path} answered ${answer.status}: ${await answer.text()}`);
    return readJson<T>(answer);
  }
  async function as(email: string): Promise<TestClient> {
    const { accessToken } = await control<{ accessToken: string }>('tokens', {
      method: 'POST',
      body: JSON.stringify({ email }),
    });
    return createTestClient(appUrl, accessToken);
  }

  return {
    ...app,
    url: appUrl,
    sandbox,
    dataDir,
    as,
    control,
    startWorker: (options = {}) => startApp({ ...parts, ...options, roles: { serve: false, work: true } }),
    async verify({ accountId = null, days = 29 }: { accountId?: string | null; days?: number } = {}) {
      const db = connectDatabase(database.address, { max: 2, readOnly: true });
      const reports: AccountReport[] = [];
      for await (const report of verifyDatabase({ config, db, encryptionKeys, clock }, { accountId, days }))
        reports.push(report);
      await db.destroy();
      return reports;
    },
    async withPlan(email, plan) {
      const client = await as(email);
      const { user } = await client.load();
      const operator = await as('olu@sandbox.test');
      await operator.setPlan(user._id, plan);
      return client;
    },
    async close() {
      await app.close();
      await sandbox.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Safe as far as the stand-in's own description of its answers goes. */
async function readJson<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
