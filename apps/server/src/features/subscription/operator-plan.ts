import type { Transaction } from '../../database/database.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { findSubscription, saveSubscription } from './queries.ts';

/** Assigns the unlimited plan to a new operator without a plan; returns what the role's audit entry says about it. */
export type AssignOperatorPlan = (
  transaction: Transaction,
  user: { userId: string; role: Viewer['role'] },
) => Promise<{ plan?: string }>;

/** Assigns nothing if the server takes payments: operators can buy a plan. */
export function createOperatorPlans({ takesPayments }: { takesPayments: boolean }): AssignOperatorPlan {
  return async (transaction, { userId, role }) => {
    if (role !== 'system-admin' || takesPayments || (await findSubscription(transaction, userId))) return {};
    const unlimited = await transaction
      .selectFrom('plan')
      .select('plan_id')
      .where('account_limit', 'is', null)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    if (!unlimited) return {};
    const plan = unlimited.plan_id;
    await saveSubscription(transaction, userId, { plan, status: 'active', currentPeriodEnd: null, cancelAt: null });
    return { plan };
  };
}
