import { dayMillis, type PricedPlan, type StripeState } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { maxAttempts } from './payment-events.ts';
import { listPlanRows, toPlan } from './plans.ts';

type EventState = Omit<StripeState['webhook'], 'address' | 'events'>;

/** Returns the latest event, and how many were received in the last 24 hours, are pending or fail. */
export async function readEventState(db: Database, now: Date): Promise<EventState> {
  const today = new Date(now.getTime() - dayMillis);
  const [last, counts, failed] = await Promise.all([
    db
      .selectFrom('payment_event')
      .select(['type', 'received_at'])
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('payment_event')
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('received_at', '>=', today).as('today'),
        fn.countAll<number>().filterWhere('processed_at', 'is', null).filterWhere('failures', '=', 0).as('waiting'),
        fn.countAll<number>().filterWhere('processed_at', 'is', null).filterWhere('failures', '>', 0).as('failing'),
      ])
      .where((where) => where.or([where('received_at', '>=', today), where('processed_at', 'is', null)]))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('payment_event')
      .select('last_error')
      .where('processed_at', 'is', null)
      .where('last_error', 'is not', null)
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    lastEvent: last ? { type: last.type, receivedAt: last.received_at.toISOString() } : null,
    receivedToday: counts.today,
    waiting: counts.waiting,
    failing: counts.failing,
    lastProblem: failed?.last_error ?? null,
  };
}

/** Makes failed events due again. */
export async function retryEvents(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('payment_event')
    .set({ next_attempt_at: now, failures: sql`least(failures, ${maxAttempts - 1})` })
    .where('processed_at', 'is', null)
    .where('failures', '>', 0)
    .execute();
}

export async function countCustomers(db: Database): Promise<StripeState['customers']> {
  const { total, unread } = await db
    .selectFrom('payment_customer')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('failures', '>', 0).as('unread'),
    ])
    .executeTakeFirstOrThrow();
  return { total, unread };
}

/** Lists the plans with their prices, and how many users and paying users each has. */
export async function listPricedPlans(db: Database): Promise<PricedPlan[]> {
  const [plans, counts, free] = await Promise.all([
    listPlanRows(db),
    db
      .selectFrom('subscription')
      .select(({ fn }) => [
        'plan_id',
        fn.countAll<number>().as('people'),
        fn.countAll<number>().filterWhere('source', '=', 'stripe').as('paying'),
      ])
      .where('status', '=', 'active')
      .groupBy('plan_id')
      .execute(),
    // Users without a subscription row have the free plan.
    db
      .selectFrom('app_user')
      .leftJoin('subscription', 'subscription.user_id', 'app_user.user_id')
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .where(({ fn, ref, val, eb }) => eb(fn.coalesce(ref('subscription.status'), val('free')), '=', 'free'))
      .executeTakeFirstOrThrow(),
  ]);
  const byPlan = new Map(counts.map(({ plan_id, ...count }) => [plan_id, count]));
  return plans.map((row) => ({
    ...toPlan(row),
    priceId: row.price_id,
    people: row.plan_id === 'free' ? free.people : (byPlan.get(row.plan_id)?.people ?? 0),
    paying: byPlan.get(row.plan_id)?.paying ?? 0,
  }));
}
