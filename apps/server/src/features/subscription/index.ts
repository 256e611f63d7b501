export { countCustomers, listPricedPlans, readEventState, retryEvents } from './payment-state.ts';
export { createOperatorPlans, type AssignOperatorPlan } from './operator-plan.ts';
export { requirePlan, savePlan, toPlan, type PlanRow } from './plans.ts';
export { findPeerLimit, requireAccountLimit, saveSubscription } from './queries.ts';
export { wrapProviderErrors } from './checkout.ts';
export { customerWork, paymentEventWork } from './jobs.ts';
