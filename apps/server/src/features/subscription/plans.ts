import type { Plan, Price, ProviderPrice } from '@tidemark/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { ApiError } from '../../platform/api-error.ts';

export type PlanRow = Selectable<Tables['plan']>;

export async function listAllPlans(db: Database): Promise<Plan[]> {
  return (await listPlanRows(db)).map(toPlan);
}

export function listPlanRows(db: Database): Promise<PlanRow[]> {
  return db.selectFrom('plan').selectAll().orderBy('position').execute();
}

export async function requirePlan(db: Database, planId: string): Promise<PlanRow> {
  const row = await db.selectFrom('plan').selectAll().where('plan_id', '=', planId).executeTakeFirst();
  if (!row) throw new ApiError('plan_not_found');
  return row;
}

export function toPlan(row: PlanRow): Plan {
  return {
    id: row.plan_id,
    name: row.name,
    accountLimits: { unlimited: row.account_limit === null, total: row.account_limit ?? 0 },
    peerLimit: row.peer_limit,
    roadmapAccess: { view: row.roadmap_view, add: row.roadmap_add },
    price: toPrice(row),
  };
}

export function toPrice({
  price_amount: amount,
  price_currency: currency,
  price_interval: interval,
}: Pick<PlanRow, 'price_amount' | 'price_currency' | 'price_interval'>): Price | null {
  return amount === null || currency === null || interval === null ? null : { amount, currency, interval };
}

export interface PlanChange extends Pick<Plan, 'name' | 'accountLimits' | 'roadmapAccess'> {
  /** Unchanged if omitted. */
  peerLimit?: number | undefined;
  sold: ProviderPrice | null;
}

export async function savePlan(
  db: Database,
  planId: string,
  { name, accountLimits, peerLimit, roadmapAccess, sold }: PlanChange,
): Promise<Plan> {
  const taken = await db
    .selectFrom('plan')
    .select('plan_id')
    .where('price_id', '=', sold?.id ?? null)
    .where('plan_id', '!=', planId)
    .executeTakeFirst();
  if (taken) throw new ApiError('price_taken');
  const row = await db
    .updateTable('plan')
    .set({
      name,
      account_limit: accountLimits.unlimited ? null : accountLimits.total,
      ...(peerLimit !== undefined && { peer_limit: peerLimit }),
      roadmap_view: roadmapAccess.view,
      roadmap_add: roadmapAccess.add,
      price_id: sold?.id ?? null,
      product_id: sold?.productId ?? null,
      price_amount: sold?.price.amount ?? null,
      price_currency: sold?.price.currency ?? null,
      price_interval: sold?.price.interval ?? null,
    })
    .where('plan_id', '=', planId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ApiError('plan_not_found');
  return toPlan(row);
}
