import type { Transaction } from '../../database/database.ts';
import { findSubscription, saveSubscription } from './queries.ts';

/** Assigns a new operator the unlimited plan unless they have one; returns its ID, or null if nothing changed. */
export type AssignOperatorPlan = (transaction: Transaction, userId: string) => Promise<string | null>;

/** With payments, operators get nothing: plans can be bought. */
export function createOperatorPlans({ takesPayments }: { takesPayments: boolean }): AssignOperatorPlan {
  return async (transaction, userId) => {
    if (takesPayments || (await findSubscription(transaction, userId))) return null;
    const unlimited = await transaction
      .selectFrom('plan')
      .select('plan_id')
      .where('account_limit', 'is', null)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    if (!unlimited) return null;
    const plan = unlimited.plan_id;
    await saveSubscription(transaction, userId, { plan, status: 'active', currentPeriodEnd: null, cancelAt: null });
    return plan;
  };
}
