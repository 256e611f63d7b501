import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { defineSchedule } from '../../platform/work/work.ts';
import { writeSubscription } from './queries.ts';

interface AssignedPlanDeps {
  db: Database;
  clock: Clock;
  publishUser: (userId: string) => Promise<void>;
}

/** Ends plans that operators assigned until a date; the payment provider ends paid plans. */
export const assignedPlanWork = defineSchedule({
  name: 'assigned-plans',
  label: 'End assigned plans',
  remedy: 'See the log.',
  everySeconds: 30,
  prepare: (services: AssignedPlanDeps) => () => endAssignedPlans(services),
});

export async function endAssignedPlans({ db, clock, publishUser }: AssignedPlanDeps): Promise<void> {
  const due = await db
    .selectFrom('subscription')
    .select('user_id')
    .where('source', '=', 'operator')
    .where('status', '=', 'active')
    .where('cancel_at', '<=', clock())
    .execute();
  for (const { user_id: userId } of due) if (await endPlan(db, userId, clock())) await publishUser(userId);
}

/** Ends an assigned plan; false if it has changed in the meantime. */
function endPlan(db: Database, userId: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('subscription')
      .select(['plan_id', 'cancel_at', 'source', 'status'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (row?.source !== 'operator' || row.status !== 'active' || !row.cancel_at || row.cancel_at > now) return false;
    await writeSubscription(
      transaction,
      userId,
      {
        plan_id: row.plan_id,
        source: 'operator',
        status: 'canceled',
        current_period_end: row.cancel_at,
        cancel_at: null,
      },
      null,
    );
    return true;
  });
}
