import type { OwnSubscription, Plan } from '@tidemark/contract';

export interface PlanOffer {
  way: 'buy' | 'portal';
  label: string;
}

/** What the user can do about a plan: buy it, manage their own, or nothing. */
export function toOffer(plan: Pick<Plan, 'id' | 'name' | 'price'>, own: OwnSubscription): PlanOffer | null {
  if (!own.canPay || !plan.price) return null;
  const isOwn = plan.id === own.plan;
  if (own.status === 'active' && isOwn) return null;
  if (own.status === 'active' && own.source === 'stripe') return { way: 'portal', label: `Switch to ${plan.name}` };
  return { way: 'buy', label: own.status === 'canceled' && isOwn ? `Renew ${plan.name}` : `Choose ${plan.name}` };
}
