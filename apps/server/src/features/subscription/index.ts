export { startPaymentWork } from './jobs.ts';
export { subscriptionRoutes } from './routes.ts';
export { deleteUserSubscription } from './delete-user.ts';
export { countCustomers, listPricedPlans, readEventState, retryEvents } from './payment-state.ts';
export { requirePlan, savePlan } from './plans.ts';
export { requireAccountLimit, saveSubscription } from './queries.ts';
export { wrapProviderErrors } from './checkout.ts';
