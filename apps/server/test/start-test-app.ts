import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { rateLimits } from '@tidemark/contract';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { startApp, type App } from '../src/app.ts';
import { replayDatabase } from '../src/cli/replay.ts';
import { verifyDatabase } from '../src/networks/instagram/cli/verify.ts';
import { openAuditLog } from '../src/cli/with-database.ts';
import { readConfig } from '../src/config/config.ts';
import { connectDatabase, type DatabaseAddress } from '../src/database/database.ts';
import type { ReplayReport } from '../src/features/sync/index.ts';
import type { AccountReport } from '../src/networks/instagram/verify/verify-account.ts';
import { createLog, type Log } from '../src/platform/log/log.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export interface TestApp extends App {
  url: string;
  sandbox: Sandbox;
  dataDir: string;
  /** Returns a client signed in as the user with this email. */
  as(email: string): Promise<TestClient>;
  /** Returns the same, after an operator has assigned a plan. */
  withPlan(email: string, plan: string): Promise<TestClient>;
  /** Starts another worker on the same database, simulated in this process. */
  startWorker(options?: { encryptionKeys?: string }): Promise<App>;
  /** Runs `tidemark verify`: compares the stored data with the sandbox's current responses. */
  verify(options?: { accountId?: string; days?: number; repair?: boolean }): Promise<AccountReport[]>;
  /** Runs `tidemark replay`: compares the stored data with Instagram's stored answers. */
  replay(options?: { accountId?: string | null; days?: number | null; apply?: boolean }): Promise<ReplayReport[]>;
  /** Reads or changes the sandbox: `/_sandbox/…`. */
  control<T>(path: string, init?: RequestInit): Promise<T>;
}

export interface TestAppOptions {
  work?: boolean;
  clock?: () => Date;
  pollIntervalSeconds?: number;
  /** Enables thumbnail copies, which most tests do not need. */
  thumbnails?: boolean;
  /** An existing database, instead of a new one on the shared server. */
  address?: DatabaseAddress;
  /** The role that runs migrations on that database, if it is a different one. */
  ownerAddress?: DatabaseAddress;
  sandboxOptions?: Partial<Parameters<typeof startSandbox>[0]>;
  encryptionKeys?: string;
  reloadKeys?: () => string;
  /** False: as if the sandbox were real providers. */
  sandboxed?: boolean;
  /** Configuration variables that override the sandbox's. */
  environment?: Record<string, string>;
  /** The app's log; none by default. */
  log?: Log;
}

/** Starts the real app with its own database and sandbox, everything over HTTP. */
export async function startTestApp({
  work = true,
  clock,
  pollIntervalSeconds,
  thumbnails = false,
  address,
  ownerAddress,
  sandboxOptions = {},
  encryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`,
  reloadKeys,
  sandboxed = true,
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
      RATE_LIMITS: ampleLimits,
      ...(thumbnails ? {} : { THUMBNAILS_PER_SECOND: '0' }),
      ...(redisUrl ? { REDIS_URL: redisUrl, REDIS_PREFIX: database.address.database } : {}),
      ...environment,
    },
    { sandbox: sandboxed },
  );
  const parts = {
    config,
    address: database.address,
    ownerAddress,
    encryptionKeys,
    reloadKeys,
    log,
    clock,
    pollIntervalSeconds,
  };
  const app = await startApp({ ...parts, roles: { serve: true, work }, isSoleProcess: true });

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
    async verify({
      accountId = null,
      days = 29,
      repair = false,
    }: { accountId?: string | null; days?: number; repair?: boolean } = {}) {
      const db = connectDatabase(database.address, { max: 2, readOnly: !repair });
      const reports: AccountReport[] = [];
      for await (const report of verifyDatabase({ config, db, encryptionKeys, clock }, { accountId, days, repair }))
        reports.push(report);
      await db.destroy();
      return reports;
    },
    async replay({ accountId = null, days = null, apply = false } = {}) {
      const db = connectDatabase(database.address, { max: 4 });
      const audit = { ...openAuditLog(db, encryptionKeys), onHead: () => undefined };
      const reports: ReplayReport[] = [];
      try {
        for await (const report of replayDatabase({ config, db, audit, clock }, { accountId, days, apply }))
          reports.push(report);
      } finally {
        await db.destroy();
      }
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

/** Safe because the sandbox's own types describe its responses. */
async function readJson<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

// A file's tests do in seconds what users do in hours; tests about limits set their own.
const ampleLimits = Object.entries(rateLimits)
  .filter(([, { seconds, max }]) => seconds > 60 || max < 100)
  .map(([name]) => `${name}=10000/60`)
  .join();
