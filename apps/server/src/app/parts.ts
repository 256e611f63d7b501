import path from 'node:path';
import type { LiveMessage } from '@tidemark/contract';
import { createGithub } from '../clients/github/github.ts';
import { createIdentityProvider } from '../clients/identity-provider/identity-provider.ts';
import { createInstagramGraph } from '../clients/instagram-graph/instagram-graph.ts';
import { createPaymentProvider } from '../clients/payment-provider/payment-provider.ts';
import type { Config } from '../config/config.ts';
import { connectDatabase, type Database, type DatabaseAddress, type PoolCounts } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { writeAuditEntry } from '../features/admin/index.ts';
import { readUser } from '../features/auth/index.ts';
import { createConnectionAccess } from '../features/connections/index.ts';
import { createLiveStreams } from '../features/live/index.ts';
import { createCallCounts, createPace, releaseAllLeases, releaseTurns } from '../features/sync/index.ts';
import { createCounts } from '../measures/counts.ts';
import type { Clock } from '../platform/clock.ts';
import { createLocalEventBus } from '../platform/events/event-bus.ts';
import { createPostgresEventBus } from '../platform/events/postgres-event-bus.ts';
import { createRedisEventBus } from '../platform/events/redis-event-bus.ts';
import { createFileStore } from '../platform/files/file-store.ts';
import { startAccountQueue } from '../platform/jobs/job-queue.ts';
import type { Log } from '../platform/log/log.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { createVault } from '../platform/secrets.ts';
import { readVersion } from '../platform/version.ts';

export interface PartsOptions {
  config: Config;
  address: DatabaseAddress;
  encryptionKeys: string;
  /** Reads the keys again where they may change while the process runs. */
  readKeysAgain?: () => string;
  log: Log;
  clock: Clock;
  /** True when no other process can be at this database: what a killed one held is free at once. */
  alone: boolean;
}

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** What requests and work in the background both stand on. Only the wiring sees all of it. */
export async function createParts({ config, address, encryptionKeys, readKeysAgain, log, clock, alone }: PartsOptions) {
  const metrics = createMetrics({ prefix: 'tidemark_' });
  const counts = createCounts(metrics, clock);
  let pool: PoolCounts = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  const db = connectDatabase(address, {
    onProblem: (error) => log.warn({ err: error }, 'A database connection was lost'),
    onOpen: (opened) => (pool = opened),
  });
  const applied = await migrate(db);
  if (applied.length > 0) log.info({ applied }, 'Migrations applied');
  if (alone) await Promise.all([releaseAllLeases(db), releaseTurns(db)]);

  const vault = createVault(encryptionKeys, readKeysAgain);
  const redisEvents = config.redisUrl
    ? createRedisEventBus<LiveMessage>(
        {
          url: config.redisUrl.reveal(),
          channel: `${config.redisPrefix}:live`,
          otherWay: createPostgresEventBus({ db, address }, (error) =>
            log.warn({ err: error }, 'Events cannot go through the database'),
          ),
        },
        (error) => log.warn({ err: error }, 'Redis does not answer: events go through the database'),
      )
    : null;
  const events = redisEvents ?? createLocalEventBus<LiveMessage>();
  const pace = createPace({ db, clock, log });
  const callCounts = createCallCounts({ db, clock, log });
  const instagram = createInstagramGraph({
    baseUrl: config.meta.graphBaseUrl,
    version: config.meta.graphVersion,
    appId: config.meta.appId,
    appSecret: config.meta.appSecret.reveal(),
    dayZone: config.meta.dayZone,
    onUsage(usage) {
      pace.note(usage);
      counts.graphUsed(usage);
    },
    onFailure: counts.graphFailed,
    onCalls({ accountId, calls, requestId }) {
      counts.graphCalled(calls);
      log.debug({ accountId, calls, reqId: requestId }, 'The Graph API is asked');
      if (accountId) callCounts.note({ accountId, calls });
    },
  });
  const connectionNeeds = { db, vault, clock, businessLogin: instagram.businessLogin, events };
  const queue = await startAccountQueue({ address, log, onTried: counts.jobTried });
  const streams = createLiveStreams({ onDropped: counts.streamDropped, onPing: counts.pinged });
  events.subscribe((message) => streams.deliver(message));

  return {
    config,
    log,
    clock,
    db,
    metrics,
    counts,
    pool: () => pool,
    events,
    redisEvents,
    pace,
    callCounts,
    instagram,
    connectionNeeds,
    connections: createConnectionAccess(connectionNeeds),
    deletionNeeds: { db, clock, events, onForgotten: (userId: string) => noteDeletionAtMeta(db, userId) },
    queue,
    streams,
    files: createFileStore(path.join(config.dataDir, 'files')),
    identityProvider: createIdentityProvider({ ...config.oidc, clock }),
    github: config.github && createGithub({ ...config.github, token: config.github.token.reveal(), clock }),
    provider: config.stripe
      ? createPaymentProvider({ secretKey: config.stripe.secretKey.reveal(), baseUrl: config.stripe.baseUrl })
      : null,
    version: await readVersion(),
    /** Tells a user's open pages what has become of the user. */
    async announceUser(userId: string) {
      const { user } = await readUser(db, userId);
      await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
    },
  };
}

function noteDeletionAtMeta(db: Database, userId: string) {
  return writeAuditEntry(db, {
    actorId: null,
    action: 'connection.deleted',
    target: `user:${userId}`,
    change: { by: 'the person, at Meta' },
    requestId: null,
    ip: null,
  });
}
