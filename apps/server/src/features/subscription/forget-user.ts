import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';

/**
 * Lets go of a user in one transaction: the customer belongs to nobody from here on, which has it deleted at the provider
 * as soon as that answers; the history of plans stays under an id that is nobody's. Called again it finds nothing left.
 */
export async function forgetUser({ db, clock }: { db: Database; clock: Clock }, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('payment_customer')
      .set({ user_id: null, next_read_at: clock(), failures: 0 })
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
