export type { AppSetup, InstagramApp, MetaApp, MetaSetupAccess } from './meta/routes.ts';
export { backupWork } from './backups/jobs.ts';
export { restoreAndCheck } from './backups/restore-and-check.ts';
