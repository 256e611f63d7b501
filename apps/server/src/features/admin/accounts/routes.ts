import { listAccountStats, setThrottle, type LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { route } from '../../../platform/http/route.ts';
import { type Connectors, publishAccount, setThrottleFactor } from '../../sync/index.ts';
import { audited, type AuditLog } from '../../audit/index.ts';
import { listAccountRows } from './queries.ts';

interface AccountDeps {
  db: Database;
  audit: AuditLog;
  connectors: Connectors;
  events: EventBus<LiveMessage>;
  clock: Clock;
}

/** Limit for requests without a page size, which return all accounts. */
const maxRows = 1_000;

export function adminAccountRoutes({ db, audit, connectors, events, clock }: AccountDeps) {
  return [
    route(listAccountStats, async ({ query }) => {
      const { page = 0, pageSize = maxRows, sort = 'accountName', order = 'asc', search = '' } = query;
      const { rows, total } = await listAccountRows(db, { page, pageSize, sort, order, search }, clock());
      return { success: true as const, data: rows, message: `${rows.length} of ${total}`, total };
    }),

    route(setThrottle, async ({ viewer, params: { id }, body: { throttle }, requestId, ip }) => {
      const { nextSyncAt } = await audited(
        audit,
        {
          actorId: viewer.userId,
          action: 'account.throttle',
          target: `account:${id}`,
          change: { throttle },
          requestId,
          ip,
        },
        async (transaction, record) => {
          const done = await setThrottleFactor({ transaction, connectors, clock }, id, throttle);
          record({ before: done.before });
          return done;
        },
      );
      await publishAccount({ db, events }, id);
      const next = nextSyncAt?.toISOString() ?? null;
      return { success: true as const, message: 'Throttle updated', throttle, nextSyncAt: next };
    }),
  ];
}
