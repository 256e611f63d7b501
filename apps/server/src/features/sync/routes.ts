import {
  activateAccount,
  getSyncStatus,
  initializationTasks,
  refreshAccount,
  type AccountDocument,
  type AccountId,
  type SyncStatus,
} from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { route } from '../../platform/http/route.ts';
import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { markActivated, requireAccounts } from '../accounts/index.ts';
import type { ConnectionAccess } from '../connections/index.ts';
import { findAccountDocument, listGaps, requestSync } from './queries.ts';

export interface SyncRouteNeeds {
  db: Database;
  queue: AccountQueue;
  connections: ConnectionAccess;
  clock: Clock;
}

/** An account that was read so recently, or waits for a reason, has nothing new to tell. */
const freshMillis = 60_000;

export function syncRoutes({ db, queue, connections, clock }: SyncRouteNeeds) {
  async function startNow(accountId: AccountId, requestId: string) {
    await requestSync(db, accountId, clock());
    await queue.send(accountId, { urgent: true, requestId });
  }
  return [
    route(activateAccount, async ({ viewer, body: { accountId }, requestId }) => {
      await requireAccounts(db, viewer, [accountId]);
      await markActivated(db, accountId);
      await startNow(accountId, requestId);
      const token = await connections.findToken(accountId);
      return {
        success: true as const,
        details: { instagramError: token ? null : 'Meta connection is not available or token is invalid' },
      };
    }),

    route(refreshAccount, async ({ viewer, params: { id }, requestId }) => {
      await requireAccounts(db, viewer, [id]);
      const before = await requireDocument(db, id);
      if (!isFresh(before, clock()) && before.problem?.code !== 'rate_limited') await startNow(id, requestId);
      return { success: true as const, syncStatus: await toSyncStatus(db, await requireDocument(db, id)) };
    }),

    route(getSyncStatus, async ({ viewer, params: { id } }) => {
      await requireAccounts(db, viewer, [id]);
      return { syncStatus: await toSyncStatus(db, await requireDocument(db, id)) };
    }),
  ];
}

async function requireDocument(db: Database, accountId: AccountId): Promise<AccountDocument> {
  const document = await findAccountDocument(db, accountId);
  if (!document) throw new Failure('account_not_found');
  return document;
}

function isFresh({ lastSyncAt, syncRunning }: AccountDocument, now: Date): boolean {
  return syncRunning || (lastSyncAt !== null && now.getTime() - Date.parse(lastSyncAt) < freshMillis);
}

async function toSyncStatus(db: Database, document: AccountDocument): Promise<SyncStatus> {
  const gaps = await listGaps(db, document._id);
  return {
    ...document,
    currentTask: currentTask(document),
    gaps: gaps.map(({ kind, from_at, to_at, reason }) => ({
      kind,
      from: from_at.toISOString(),
      to: to_at.toISOString(),
      reason,
    })),
  };
}

/** The first task in progress; those of a first sync come before others while it lasts. */
function currentTask({ initialization, tasks }: Pick<SyncStatus, 'initialization' | 'tasks'>) {
  const running = initialization.active ? initialization.tasks : tasks;
  return initializationTasks.find((task) => running[task]?.status === 'in_progress') ?? null;
}
