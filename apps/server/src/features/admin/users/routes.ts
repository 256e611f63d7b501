import { confirmEmail, listUsers, setUserDisabled, setUserRole, type LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { changeStanding, readUser, saveEmail, type AnnounceAccess } from '../../auth/index.ts';
import { confirmIdentityEmail, findIdentityOfUser } from '../../credentials/index.ts';
import { audited, type AuditLog } from '../../audit/index.ts';
import type { AssignOperatorPlan } from '../../subscription/index.ts';
import { listUserRows } from './queries.ts';

export interface UserDeps {
  db: Database;
  audit: AuditLog;
  events: EventBus<LiveMessage>;
  clock: Clock;
  /** Null if users sign in elsewhere. */
  builtInProvider: object | null;
  announceAccess: AnnounceAccess;
  assignOperatorPlan: AssignOperatorPlan;
}

export function adminUserRoutes(deps: UserDeps) {
  const { db, audit, events, clock, builtInProvider, announceAccess, assignOperatorPlan } = deps;

  async function publishUser(userId: string): Promise<void> {
    const { user } = await readUser(db, { userId });
    await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
  }

  return [
    route(listUsers, async ({ query }) => {
      const { page = 0, pageSize = 5, sort = 'name', order = 'asc', search = '', role = null } = query;
      return listUserRows(db, { page, pageSize, sort, order, search, role, isBuiltIn: builtInProvider !== null });
    }),

    route(setUserRole, async ({ viewer, params: { userId }, body: { role }, requestId, ip }) => {
      await audited(
        audit,
        { actorId: viewer.userId, action: 'user.role', target: `user:${userId}`, change: { role }, requestId, ip },
        async (transaction, record) => {
          const before = await changeStanding(transaction, userId, { role, now: clock() });
          record({ before: before.role, ...(await assignOperatorPlan(transaction, { userId, role })) });
        },
      );
      await publishUser(userId);
      return { success: true as const, message: 'Role updated' };
    }),

    route(confirmEmail, async ({ viewer, params: { userId }, body: { email }, requestId, ip }) => {
      if (!builtInProvider) throw new ApiError('sign_in_elsewhere');
      const entry = { actorId: viewer.userId, action: 'user.email.confirmed', target: `user:${userId}`, requestId, ip };
      const earlier = await audited(audit, { ...entry, change: { email } }, async (transaction) => {
        const identity = await findIdentityOfUser(transaction, userId);
        if (!identity) throw new ApiError('user_not_found');
        const confirmed = await confirmIdentityEmail(transaction, { subject: identity.subject, email });
        if (confirmed === null) throw new ApiError('email_changed');
        await saveEmail(transaction, userId, confirmed);
        return identity;
      });
      if (earlier.pendingEmail !== null) {
        const earlierAddress = earlier.isEmailVerified ? earlier.email : null;
        await announceAccess({ userId, action: 'user.email', earlierAddress });
      }
      await publishUser(userId);
      return { success: true as const, message: 'Email confirmed' };
    }),

    route(setUserDisabled, async ({ viewer, params: { userId }, body: { disabled }, requestId, ip }) => {
      await audited(
        audit,
        {
          actorId: viewer.userId,
          action: 'user.disabled',
          target: `user:${userId}`,
          change: { disabled },
          requestId,
          ip,
        },
        async (transaction, record) => {
          if (disabled && userId === viewer.userId) throw new ApiError('not_oneself');
          const before = await changeStanding(transaction, userId, { disabledAt: disabled ? clock() : null });
          record({ before: before.disabled });
        },
      );
      if (disabled) await events.publish({ to: 'session-end', userId });
      return { success: true as const, message: disabled ? 'User disabled' : 'User enabled' };
    }),
  ];
}
