import path from 'node:path';
import type { AccountId, LiveMessage } from '@tidemark/contract';
import { createGithub } from '../clients/github/github.ts';
import { createIdentityProvider } from '../clients/identity-provider/identity-provider.ts';
import { importClientKey } from '../clients/identity-provider/client-key.ts';
import { createRelyingParty } from '../clients/identity-provider/relying-party.ts';
import { createMailClient } from '../clients/mail/mail.ts';
import { createPaymentProvider } from '../clients/payment-provider/payment-provider.ts';
import type { Config } from '../config/config.ts';
import { revealAccess } from '../config/github.ts';
import type { MailConfig } from '../config/mail.ts';
import { connectDatabase, type DatabaseAddress, type PoolCounts } from '../database/database.ts';
import { signaturePurpose } from '../database/backup/manifest.ts';
import { hasTransactionPooler } from '../database/pooler.ts';
import { findExcessRights, leastPrivilegeAdvice, migrateAsOwner } from '../database/access.ts';
import { auditPurpose, signOlderEntries, type AuditLog } from '../features/audit/index.ts';
import { createSessionStore, findIssuedAt, readUser } from '../features/auth/index.ts';
import { createBuiltInProvider } from '../features/credentials/index.ts';
import { createLiveStreams } from '../features/live/index.ts';
import { createOutbox, toReturnPath } from '../features/mail/index.ts';
import { deleteFrozenContent } from '../features/shares/index.ts';
import { createCallCounts, readAnswers, releaseAllLeases, releaseThumbnailClaims } from '../features/sync/index.ts';
import { probePurpose } from '../features/system/index.ts';
import { createCounters } from './metrics/counters.ts';
import type { Clock } from '../platform/clock.ts';
import { createLocalEventBus } from '../platform/events/event-bus.ts';
import { createPostgresEventBus } from '../platform/events/postgres-event-bus.ts';
import { createRedisEventBus } from '../platform/events/redis-event-bus.ts';
import { createFileStore } from '../platform/files/file-store.ts';
import { startAccountQueue } from '../platform/jobs/job-queue.ts';
import type { Log } from '../platform/log/log.ts';
import { onceAMinuteEach } from '../platform/log/once-a-minute.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { createWebhookSender } from '../platform/outbound/webhook-sender.ts';
import { createVault } from '../platform/secrets.ts';
import { DatabaseConnectionError, toDatabaseError } from '../platform/connection-error.ts';
import { createSigner } from '../platform/signer.ts';
import { readVersion } from '../platform/version.ts';
import { openNetworks, reportUnusableKeys } from '../networks/networks.ts';

export interface PartsOptions {
  config: Config;
  address: DatabaseAddress;
  /** The role that runs migrations, if it is a different one. */
  ownerAddress?: DatabaseAddress;
  /** PostgreSQL itself, if `address` is a pooler. */
  directAddress?: DatabaseAddress;
  encryptionKeys: string;
  /** Reloads the keys, where they may change while the process runs. */
  reloadKeys?: () => string;
  log: Log;
  clock: Clock;
  /** True when no other process can use this database, so that a killed process's leases are free at once. */
  isSoleProcess: boolean;
}

export type Parts = Awaited<ReturnType<typeof createServices>>;

/** Creates the services shared by requests and background work. Only the wiring sees all of them. */
export async function createServices({
  config,
  address,
  ownerAddress = address,
  directAddress,
  encryptionKeys,
  reloadKeys,
  log,
  clock,
  isSoleProcess,
}: PartsOptions) {
  const metrics = createMetrics({ prefix: 'tidemark_' });
  const counts = createCounters(metrics);
  let pool: PoolCounts = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  const db = connectDatabase(address, {
    onProblem: (error) => log.warn({ err: new DatabaseConnectionError(error) }, 'Database connection lost'),
    onOpen: (opened) => (pool = opened),
  });
  const canListen = directAddress !== undefined || !(await hasTransactionPooler(address));
  if (!canListen)
    log.warn(
      'DATABASE_URL names a pooler in transaction mode, which loses notifications: jobs are polled, and without Redis events do not reach other processes. Set DATABASE_DIRECT_URL to PostgreSQL itself',
    );
  const applied = await migrateAsOwner({ address, ownerAddress });
  const excessRights = await findExcessRights(db);
  if (excessRights) log.warn(`${excessRights}: ${leastPrivilegeAdvice}`);
  if (applied.length > 0) log.info({ applied }, 'Migrations applied');
  if (isSoleProcess) await Promise.all([releaseAllLeases(db), releaseThumbnailClaims(db)]);

  const vault = createVault(encryptionKeys, reloadKeys);
  await reportUnusableKeys(db, vault, log);
  const audit: AuditLog = {
    db,
    signer: createSigner(encryptionKeys, auditPurpose, reloadKeys),
    onHead: (head) => log.info(head, 'The audit log has a new head'),
    onUnwritten: (err) => log.error({ err }, 'A failed operation could not be added to the audit log'),
  };
  await signOlderEntries(audit, applied);
  const redisEvents = config.redisUrl
    ? createRedisEventBus<LiveMessage>(
        {
          url: config.redisUrl.reveal(),
          channel: `${config.redisPrefix}:live`,
          fallback: createPostgresEventBus({ db, address: canListen ? (directAddress ?? address) : null }, (error) =>
            log.warn({ err: toDatabaseError(error) }, 'Could not publish events through the database'),
          ),
        },
        (error) => log.warn({ err: error }, 'Redis is unavailable; publishing events through the database'),
      )
    : null;
  const events = redisEvents ?? createLocalEventBus<LiveMessage>();
  const builtInProvider = config.oidc.isBuiltIn
    ? await createBuiltInProvider({
        db,
        vault,
        clock,
        log,
        appUrl: config.appUrl,
        oidc: config.oidc,
        maxHours: config.session.maxHours,
      })
    : null;
  const { clientKey } = config.oidc;
  const relyingParty = createRelyingParty({
    ...config.oidc,
    fetchProvider: builtInProvider?.fetch ?? null,
    clientSecret: builtInProvider?.clientSecret ?? config.oidc.clientSecret?.reveal() ?? null,
    clientKey: clientKey && (await importClientKey({ ...clientKey, pem: clientKey.pem.reveal() })),
    redirectUri: `${config.appUrl}/login`,
    postLogoutRedirectUri: `${config.appUrl}/`,
  });
  const queue = await startAccountQueue({
    address: directAddress ?? address,
    canListen,
    log,
    onTried: counts.jobTried,
  });
  const callCounts = createCallCounts({ db, clock, log });
  const networks = openNetworks({
    config,
    db,
    vault,
    clock,
    log,
    events,
    audit,
    metrics,
    queue,
    callCounts,
    deleteCopies: (userId) => deleteFrozenContent(db, userId),
  });
  const streams = createLiveStreams({ onDropped: counts.streamDropped, onPing: counts.pinged });
  events.subscribe((message) => streams.deliver(message));

  return {
    config,
    appUrl: config.appUrl,
    dayZone: config.meta.dayZone,
    log,
    clock,
    db,
    audit,
    /** The data that a backup reads, and the key that signs it. */
    backupSource: {
      address: directAddress ?? address,
      filesFolder: path.join(config.dataDir, 'files'),
      signer: createSigner(encryptionKeys, signaturePurpose, reloadKeys),
    },
    probeSigner: createSigner(encryptionKeys, probePurpose, reloadKeys),
    metrics,
    counts,
    pool: () => pool,
    events,
    redisEvents,
    callCounts,
    ...networks,
    queue,
    answers: {
      days: config.answerRetentionDays,
      read: (accountId: AccountId, instants: readonly Date[]) => readAnswers(db, accountId, instants),
    },
    streams,
    files: createFileStore(path.join(config.dataDir, 'files')),
    vault,
    sessions: createSessionStore({ db, vault, clock, ...config.session }),
    relyingParty,
    builtInProvider,
    identityProvider: createIdentityProvider({
      ...config.oidc,
      mcpResource: config.mcpResource,
      fetchProvider: builtInProvider?.fetch ?? null,
      clock,
      relyingParty,
      findIssuedAt: (token) => findIssuedAt(db, token, clock()),
      onRejected: onceAMinuteEach(
        ({ message }) => log.warn(`An access token was rejected: ${message}`),
        ({ reason }) => reason,
      ),
      onIgnored: (reason) => log.warn(reason),
    }),
    github: config.github && createGithub({ ...config.github, access: revealAccess(config.github.access), clock }),
    provider: config.stripe
      ? createPaymentProvider({ ...config.stripe, secretKey: config.stripe.secretKey.reveal() })
      : null,
    outbox: createOutbox({ vault, clock, isEnabled: config.mail !== null }),
    webhookSender: createWebhookSender({ allowsPrivate: config.sandbox }),
    mailClient: config.mail && openMailClient(config.mail),
    version: await readVersion(),
    /** Expired rows and files that this process has deleted, by kind. */
    deleted: {} as Record<string, number>,
    /** Notifies a user's open pages that the user has changed. */
    async publishUser(userId: string) {
      const { user } = await readUser(db, { userId });
      await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
    },
  };
}

function openMailClient({ password, returnPath, ...settings }: MailConfig) {
  return createMailClient({
    ...settings,
    password: password?.reveal() ?? null,
    ...(returnPath !== null && { toReturnPath: (messageId: string) => toReturnPath(returnPath, messageId) }),
  });
}
