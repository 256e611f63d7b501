import { pauseWork as pauseWorkEndpoint, retryWork as retryWorkEndpoint } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import type { AccountQueue } from '../../../platform/jobs/job-queue.ts';
import type { DescribedWork } from '../../../platform/work/overview.ts';
import { pauseWork, resumeWork } from '../../../platform/work/queries.ts';
import { audited, type AuditLog } from '../../audit/index.ts';

interface WorkDeps {
  audit: AuditLog;
  clock: Clock;
  queue: AccountQueue;
  works: readonly DescribedWork[];
}

/** Lets operators pause, resume and retry background work. */
export function workRoutes({ audit, clock, queue, works }: WorkDeps) {
  function requireWork(name: string): DescribedWork {
    const work = works.find((one) => one.name === name);
    if (!work) throw new ApiError('work_not_found');
    return work;
  }

  return [
    route(pauseWorkEndpoint, async ({ viewer, params: { name }, body: { isPaused }, requestId, ip }) => {
      requireWork(name);
      const action = isPaused ? 'work.paused' : 'work.resumed';
      const entry = { actorId: viewer.userId, action, target: `work:${name}`, change: {}, requestId, ip };
      await audited(audit, entry, (transaction) =>
        isPaused ? pauseWork(transaction, name, clock()) : resumeWork(transaction, name),
      );
      return { success: true as const };
    }),

    route(retryWorkEndpoint, async ({ viewer, params: { name }, requestId, ip }) => {
      const { backlog } = requireWork(name);
      const entry = {
        actorId: viewer.userId,
        action: 'work.retried',
        target: `work:${name}`,
        change: {},
        requestId,
        ip,
      };
      const retried = await audited(audit, entry, async (transaction, record) => {
        // The sync's attempts are the queue's.
        const rows = name === 'sync' ? await queue.redrive() : ((await backlog?.retry(transaction, clock())) ?? 0);
        record({ rows });
        return rows;
      });
      return { success: true as const, retried };
    }),
  ];
}
