export { adminRoutes } from './routes.ts';
export { startReleaseChecks } from './release/jobs.ts';
export { stripeRoutes } from './stripe-routes.ts';
export { metaSetupRoutes, type MetaApp, type MetaSetupAccess } from './meta/routes.ts';
