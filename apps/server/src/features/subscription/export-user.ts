import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {
    subscription: (await findSubscription(db, userId)) ?? null,
    planHistory: await listPlanChanges(db, userId),
    paymentCustomer: (await findPaymentCustomer(db, userId)) ?? null,
    paymentEvents: await listPaymentEvents(db, userId),
  },
});

function findSubscription(db: Database, userId: string) {
  return db
    .selectFrom('subscription')
    .select(['plan_id', 'status', 'current_period_end', 'cancel_at', 'updated_at', 'source'])
    .select(['provider_subscription_id', 'provider_status', 'price_id', 'fetched_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

function listPlanChanges(db: Database, userId: string) {
  return db
    .selectFrom('subscription_change')
    .select(['at', 'plan_id', 'status', 'source', 'price_amount', 'price_currency', 'price_interval'])
    .where('user_id', '=', userId)
    .orderBy('change_id')
    .execute();
}

function findPaymentCustomer(db: Database, userId: string) {
  return db
    .selectFrom('payment_customer')
    .select(['customer_id', 'created_at', 'fetched_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

function listPaymentEvents(db: Database, userId: string) {
  return db
    .selectFrom('payment_event')
    .innerJoin('payment_customer', 'payment_customer.customer_id', 'payment_event.customer_id')
    .select(['event_id', 'type', 'received_at', 'processed_at'])
    .where('payment_customer.user_id', '=', userId)
    .orderBy('received_at')
    .execute();
}
