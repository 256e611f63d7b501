export { subscriptionRoutes } from './routes.ts';
export { requireAccountLimit, saveSubscription } from './queries.ts';
