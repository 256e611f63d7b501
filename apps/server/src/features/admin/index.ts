export { startReleaseChecks } from './release/jobs.ts';
export type { MetaApp, MetaSetupAccess } from './meta/routes.ts';
