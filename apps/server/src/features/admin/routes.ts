import type { Connectors } from '../sync/index.ts';
import { setSubscription, type LiveMessage } from '@tidemark/contract';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { readUser } from '../auth/index.ts';
import { saveSubscription } from '../subscription/index.ts';
import { adminAccountRoutes } from './accounts/routes.ts';
import { audited } from '../audit/index.ts';
import { backupRoutes, type BackupRouteDeps } from './backups/routes.ts';
import { fleetRoutes, type FleetDeps } from './fleet/routes.ts';
import { workRoutes } from './fleet/work-routes.ts';
import { auditRoutes } from './log/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { setupProgressRoutes, type SetupProgressDeps } from './overview/setup-progress.ts';
import { invitationRoutes, type InvitationDeps } from './users/invitations.ts';
import { adminUserRoutes, type UserDeps } from './users/routes.ts';

export interface AdminDeps extends FleetDeps, InvitationDeps, UserDeps, BackupRouteDeps {
  config: SetupProgressDeps['config'] & BackupRouteDeps['config'];
  connectors: Connectors;
  events: EventBus<LiveMessage>;
}

export function adminRoutes(deps: AdminDeps) {
  const { db, audit, events } = deps;
  return [
    ...overviewRoutes(deps),
    ...setupProgressRoutes(deps),
    ...fleetRoutes(deps),
    ...workRoutes(deps),
    ...backupRoutes(deps),
    ...adminAccountRoutes(deps),
    ...adminUserRoutes(deps),
    ...invitationRoutes(deps),
    ...auditRoutes(deps),

    route(setSubscription, async ({ viewer, params: { userId }, body, requestId, ip }) => {
      await audited(
        audit,
        { actorId: viewer.userId, action: 'subscription.set', target: `user:${userId}`, change: body, requestId, ip },
        async (transaction) => {
          const known = await transaction
            .selectFrom('app_user')
            .select('user_id')
            .where('user_id', '=', userId)
            .executeTakeFirst();
          if (!known) throw new ApiError('user_not_found');
          await saveSubscription(transaction, userId, body);
        },
      );
      const { user } = await readUser(db, { userId });
      await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
      return { success: true as const };
    }),
  ];
}
