import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type NetConnectOpts } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { rateLimits } from '@tidemark/contract';
import { startSandbox, type Sandbox, type SandboxOptions } from '@tidemark/sandbox';
import { startApp, type App } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config/config.ts';
import type { DatabaseAddress } from '../apps/server/src/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/database/embedded/embedded-postgres.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { startDelayProxy, type DelayProxy } from './delay-proxy.ts';
import { forkSandbox } from './sandbox-process.ts';
import { formCluster, listWorkers } from '../apps/server/test/citus-cluster.ts';
import { dropEverywhere, onNodes, onServer } from '../apps/server/test/on-nodes.ts';
import { toAddress } from '../apps/server/test/server-address.ts';
import { createTestClient, type TestClient } from '../apps/server/test/test-client.ts';

export interface Parts extends App {
  url: string;
  address: DatabaseAddress;
  sandbox: Omit<Sandbox, 'seedPersonas'>;
  /** Between the app and the sandbox, if `distance` was given. */
  toSandbox: DelayProxy | null;
  /** Queries or changes the sandbox: `/_sandbox/…`. */
  control<T>(place: string, order?: { method: 'POST' | 'DELETE'; body?: unknown }): Promise<T>;
  /** Returns a client signed in as the person with this email. */
  as(email: string): Promise<TestClient>;
}

/** Starts the built-in database in a temporary folder, which is removed on stop and on Ctrl-C. */
export async function startEngine(): Promise<{ address: DatabaseAddress; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-bench-'));
  const engine = await startEmbeddedPostgres(folder, {
    password: randomBytes(12).toString('hex'),
    onProblem: console.error,
  });
  const stop = async () => {
    await engine.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      // Interrupted work may throw, which no longer matters.
      process.on('uncaughtException', () => undefined);
      void stop().finally(() => process.exit(130));
    });
  }
  return { address: engine.superuserAddress, stop };
}

export interface ClusterOptions {
  shards: number;
  /** Connections to each worker that a connection to the coordinator caches. */
  cachedConnections: number;
}

/**
 * Matches Tidemark's connections, whose settings Citus does not pass on; no parallel workers for millisecond
 * statements.
 */
const workerSettings = ['jit = off', "work_mem = '16MB'", 'max_parallel_workers_per_gather = 0'];

/**
 * Creates a database on the server at this address, or on all nodes in the cluster that it coordinates; dropped on
 * stop.
 */
async function startOnServer(
  url: string,
  cluster: ClusterOptions | null,
): Promise<{ address: DatabaseAddress; stop(): Promise<void> }> {
  const server = toAddress(url);
  const workers = cluster ? await listWorkers(server) : [];
  const nodes = [server, ...workers];
  const name = `tidemark_bench_${randomBytes(6).toString('hex')}`;
  await onNodes(nodes, `create database ${name}`);
  const address = { ...server, database: name };
  if (cluster) {
    await formCluster(address, workers, { shards: cluster.shards });
    for (const setting of workerSettings) await onNodes(workers, `alter database ${name} set ${setting}`);
    await onServer(
      server,
      `alter database ${name} set citus.max_cached_conns_per_worker = ${cluster.cachedConnections}`,
    );
  }
  return { address, stop: () => dropEverywhere(nodes, name) };
}

/** Starts the real app on its own database with the sandbox, everything over HTTP. */
export async function startParts({
  work,
  clock,
  pollIntervalSeconds,
  databaseUrl,
  cluster = null,
  crowd,
  distance,
}: {
  work: boolean;
  /** Additional sandbox accounts; the sandbox then runs in its own process with its own clock. */
  crowd?: SandboxOptions['crowd'];
  /** A PostgreSQL server instead of the built-in one. */
  databaseUrl?: string;
  /** That server coordinates a Citus cluster. */
  cluster?: ClusterOptions | null;
  /** Shared by the app and the sandbox. */
  clock?: () => Date;
  pollIntervalSeconds?: number;
  /** Round trips to the database and to the sandbox, which is the identity provider. */
  distance?: { databaseMillis: number; sandboxMillis: number } | undefined;
}): Promise<Parts> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const engine = databaseUrl ? await startOnServer(databaseUrl, cluster) : await startEngine();
  const sandboxPort = distance ? await freePort() : 0;
  const toSandbox = distance
    ? await startDelayProxy({ port: sandboxPort, host: '127.0.0.1' }, distance.sandboxMillis)
    : null;
  const toDatabase = distance ? await startDelayProxy(toSocket(engine.address), distance.databaseMillis) : null;
  const publicUrl = toSandbox ? `http://localhost:${toSandbox.port}` : undefined;
  const sandbox = crowd
    ? await forkSandbox({ port: 0, appOrigins: [url], crowd, anchor: new Date().toISOString().slice(0, 10) })
    : await startSandbox({ port: sandboxPort, publicUrl, appOrigins: [url], clock });
  const app = await startApp({
    config: readConfig(
      {
        ...sandbox.environment,
        NODE_ENV: 'test',
        PORT: String(port),
        APP_URL: url,
        // Effectively unlimited: the speed is measured, not the rate limit.
        RATE_LIMIT_PER_IP: '100000000',
        RATE_LIMIT_PER_USER: '100000000',
        RATE_LIMITS: Object.keys(rateLimits)
          .map((name) => `${name}=100000000/60`)
          .join(),
        THUMBNAILS_PER_SECOND: '0',
        SYNC_CONCURRENCY: process.env['SYNC_CONCURRENCY'],
      },
      { sandbox: true },
    ),
    address: toDatabase ? { ...engine.address, host: '127.0.0.1', port: toDatabase.port } : engine.address,
    encryptionKeys: `bench:${randomBytes(32).toString('base64')}`,
    roles: { serve: true, work },
    log: createLog({ level: 'silent' }),
    clock,
    pollIntervalSeconds,
    isSoleProcess: true,
  });

  async function control<T>(place: string, { method, body }: { method?: string; body?: unknown } = {}): Promise<T> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${place}`, {
      method: method ?? 'GET',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`/_sandbox/${place} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T; // the sandbox's format
  }
  async function as(email: string): Promise<TestClient> {
    const made = await control<{ accessToken: string }>('tokens', { method: 'POST', body: { email } });
    return createTestClient(url, made.accessToken);
  }

  return {
    ...app,
    url,
    address: engine.address,
    sandbox,
    toSandbox,
    control,
    as,
    async close() {
      await app.close();
      await sandbox.close();
      await toSandbox?.close();
      await toDatabase?.close();
      await engine.stop();
    },
  };
}

function toSocket({ host = '127.0.0.1', port = 5432 }: DatabaseAddress): NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
