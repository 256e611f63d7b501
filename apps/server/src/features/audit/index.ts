export {
  audited,
  auditedAfter,
  auditIfChanged,
  auditPurpose,
  bySystem,
  writeAuditEntry,
  type AuditedEntry,
  type AuditLog,
} from './audit-log.ts';
export { signOlderEntries, writeCheckpoint } from './checkpoint.ts';
export { countAuditKeys } from './queries.ts';
export { auditUser, recordUserAction } from './user-actions.ts';
export { verifyAudit } from './verify-audit.ts';
