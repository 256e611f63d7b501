import { activateAccount, getSyncStatus, initializationTasks, type SyncStatus } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { route } from '../../platform/http/route.ts';
import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { markActivated, requireAccounts } from '../accounts/index.ts';
import type { ConnectionAccess } from '../connections/index.ts';
import { findAccountDocument, requestSync } from './queries.ts';

export interface SyncRouteNeeds {
  db: Database;
  queue: AccountQueue;
  connections: ConnectionAccess;
}

export function syncRoutes({ db, queue, connections }: SyncRouteNeeds) {
  return [
    route(activateAccount, async ({ viewer, body: { accountId } }) => {
      await requireAccounts(db, viewer, [accountId]);
      await markActivated(db, accountId);
      await requestSync(db, accountId);
      await queue.send(accountId, { urgent: true });
      const token = await connections.findToken(accountId);
      return {
        success: true as const,
        details: { instagramError: token ? null : 'Meta connection is not available or token is invalid' },
      };
    }),

    route(getSyncStatus, async ({ viewer, params: { id } }) => {
      await requireAccounts(db, viewer, [id]);
      const document = await findAccountDocument(db, id);
      if (!document) throw new Failure('account_not_found');
      return { syncStatus: { ...document, currentTask: currentTask(document) } };
    }),
  ];
}

/** The first task in progress; those of a first sync come before others while it lasts. */
function currentTask({ initialization, tasks }: Pick<SyncStatus, 'initialization' | 'tasks'>) {
  const running = initialization.active ? initialization.tasks : tasks;
  return initializationTasks.find((task) => running[task]?.status === 'in_progress') ?? null;
}
