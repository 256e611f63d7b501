import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';

/**
 * Deletes a user's subscription in one transaction. The customer no longer belongs to any user and is deleted at the
 * provider later; the plan history is retained under an anonymous ID. Idempotent.
 */
export async function deleteUserSubscription(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('payment_customer')
      .set({ user_id: null, next_fetch_at: clock(), failures: 0 })
      .where('user_id', '=', userId)
      .execute();
    await transaction.deleteFrom('subscription').where('user_id', '=', userId).execute();
    const last = await transaction
      .selectFrom('subscription_change')
      .select(['plan_id', 'status', 'source'])
      .where('user_id', '=', userId)
      .orderBy('change_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last?.status === 'active')
      await transaction
        .insertInto('subscription_change')
        .values({
          user_id: userId,
          ...last,
          status: 'canceled',
          price_amount: null,
          price_currency: null,
          price_interval: null,
        })
        .execute();
    await transaction
      .updateTable('subscription_change')
      .set({ user_id: randomUUID() })
      .where('user_id', '=', userId)
      .execute();
  });
}
