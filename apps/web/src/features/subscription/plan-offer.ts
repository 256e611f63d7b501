import type { OwnSubscription, Plan } from '@tidemark/contract';
import { plural } from '#web/platform/format.ts';

export interface PlanOffer {
  way: 'buy' | 'portal' | 'assign';
  label: string;
}

/**
 * Returns the action a plan offers: buy it, manage the current one, or nothing. Operators assign unsold plans to
 * themselves.
 */
export function toOffer(
  plan: Pick<Plan, 'id' | 'name' | 'price'>,
  own: OwnSubscription,
  { isOperator = false }: { isOperator?: boolean } = {},
): PlanOffer | null {
  const isUnsold = plan.price === null && plan.id !== 'free' && own.source !== 'stripe';
  if (isOperator && isUnsold && !(own.plan === plan.id && own.status === 'active'))
    return { way: 'assign', label: `Use ${plan.name}` };
  if (!own.canPay || !plan.price) return null;
  const isOwn = plan.id === own.plan;
  if (own.status === 'active' && isOwn) return null;
  if (own.status === 'active' && own.source === 'stripe') return { way: 'portal', label: `Switch to ${plan.name}` };
  return { way: 'buy', label: own.status === 'canceled' && isOwn ? `Renew ${plan.name}` : `Choose ${plan.name}` };
}

/** Finds the plan to emphasise: the one the user had, else the smallest that fits; none while one is active. */
export function findSuggested(plans: readonly Plan[], own: OwnSubscription, linked: number): Plan | undefined {
  if (own.status === 'active') return undefined;
  const offered = plans.filter((plan) => toOffer(plan, own));
  const fits = ({ accountLimits }: Plan) => getLimit(accountLimits) >= Math.max(1, linked);
  return offered.find(({ id }) => id === own.plan) ?? offered.find(fits) ?? offered.at(-1);
}

/** Describes what a switch to a smaller plan changes; empty if the plan is not smaller. */
export function describeDowngrade(plan: Plan, current: Plan, linked: number): string[] {
  const { total } = plan.accountLimits;
  if (getLimit(plan.accountLimits) >= getLimit(current.accountLimits)) return [];
  const accounts = `${total} ${plural(total, 'account')}`;
  const before = current.accountLimits.unlimited ? 'any number' : current.accountLimits.total;
  return [
    `${plan.name} allows ${accounts} instead of ${before}.`,
    linked > total
      ? `You have ${linked} linked, ${linked - total} over the limit. They stay, but you can’t link more until you have fewer than ${total}.`
      : `Your ${linked} linked ${plural(linked, 'account')} fit${linked === 1 ? 's' : ''}.`,
    ...(current.roadmapAccess.add && !plan.roadmapAccess.add ? ['You can no longer request features.'] : []),
  ];
}

function getLimit({ unlimited, total }: Plan['accountLimits']): number {
  return unlimited ? Infinity : total;
}
