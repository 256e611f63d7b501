export { describeLimit, explainNoLinking } from './account-limit.ts';
export { PlanList } from './plan-list.tsx';
export { formatPrice } from './price.ts';
export { plansQuery } from './plans.query.ts';
export { subscriptionQuery } from './subscription.query.ts';
export { usePaymentPortal } from './use-payment-portal.ts';
export { useShowsPlan } from './use-shows-plan.ts';
