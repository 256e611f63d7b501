export { backupWork } from './backups/jobs.ts';
export { restoreAndCheck } from './backups/restore-and-check.ts';
export type { MetaApp, MetaSetupAccess } from './meta/routes.ts';
