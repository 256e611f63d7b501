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
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { hasWorkingLogin, markActivated, requireAccounts, requireReachedAccount } from '../accounts/index.ts';
import { requestSync } from './schedule/queries.ts';
import { findAccountDocument, isInitialized, listGaps } from './status/queries.ts';

export interface SyncRouteDeps {
  db: Database;
  queue: AccountQueue;
  /** True while users' requests to networks are paused. */
  rateLimiter: { areRequestsPaused(): Promise<boolean> };
  clock: Clock;
}

export function syncRoutes({ db, queue, rateLimiter, clock }: SyncRouteDeps) {
  async function startNow(accountId: AccountId, requestId: string) {
    const isPaused = await rateLimiter.areRequestsPaused();
    // A first sync is due anyway and waits its turn among scheduled syncs.
    if (isPaused && (await isInitialized(db, accountId))) return;
    if ((await requestSync(db, accountId, clock())) && !isPaused)
      await queue.send(accountId, { urgent: true, requestId });
  }
  /**
   * Returns false if only another user's login has access, which a request must not use; without any login, the sync
   * reports what is missing.
   */
  async function canOrder(accountId: AccountId, userId: string): Promise<boolean> {
    return (await hasWorkingLogin(db, accountId, userId)) || !(await hasWorkingLogin(db, accountId));
  }
  return [
    route(activateAccount, async ({ viewer, body: { accountId }, requestId }) => {
      await requireReachedAccount(db, viewer, accountId);
      await markActivated(db, accountId);
      if (await canOrder(accountId, viewer.userId)) await startNow(accountId, requestId);
      const works = await hasWorkingLogin(db, accountId, viewer.userId);
      return {
        success: true as const,
        details: { instagramError: works ? null : 'Meta connection is not available or token is invalid' },
      };
    }),

    route(refreshAccount, async ({ viewer, params: { id }, requestId }) => {
      await requireReachedAccount(db, viewer, id);
      await requireDocument(db, id);
      if (await canOrder(id, viewer.userId)) await startNow(id, requestId);
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
  if (!document) throw new ApiError('account_not_found');
  return document;
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

/** Returns the first task in progress; tasks in a first sync take precedence. */
function currentTask({ initialization, tasks }: Pick<SyncStatus, 'initialization' | 'tasks'>) {
  const running = initialization.active ? initialization.tasks : tasks;
  return initializationTasks.find((task) => running[task]?.status === 'in_progress') ?? null;
}
