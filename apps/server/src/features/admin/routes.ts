import { setSubscription, type LiveMessage } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { Failure } from '../../platform/failure.ts';
import { route } from '../../platform/http/route.ts';
import { readUser } from '../auth/index.ts';
import { saveSubscription } from '../subscription/index.ts';
import { writeAuditEntry } from './audit.ts';

export function adminRoutes({ db, events }: { db: Database; events: EventBus<LiveMessage> }) {
  return [
    route(setSubscription, async ({ viewer, params: { userId }, body, requestId }) => {
      const known = await db.selectFrom('app_user').select('user_id').where('user_id', '=', userId).executeTakeFirst();
      if (!known) throw new Failure('user_not_found');
      await saveSubscription(db, userId, body);
      await writeAuditEntry(db, {
        actorId: viewer.userId,
        action: 'subscription.set',
        target: `user:${userId}`,
        change: body,
        requestId,
      });
      const { user } = await readUser(db, userId);
      await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
      return { success: true as const };
    }),
  ];
}
