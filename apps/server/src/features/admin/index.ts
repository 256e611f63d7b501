export { adminRoutes } from './routes.ts';
export { auditIfChanged, audited, auditPurpose, bySystem, writeAuditEntry, type AuditLog } from './audit.ts';
export { signOlderEntries, writeCheckpoint } from './log/checkpoint.ts';
export { countAuditKeys } from './log/queries.ts';
export { verifyAudit } from './log/verify-audit.ts';
export { auditUser, recordUserAction } from './user-actions.ts';
export { stripeRoutes } from './stripe-routes.ts';
export { metaSetupRoutes, type MetaApp, type MetaSetupAccess } from './meta/routes.ts';
