export { adminRoutes } from './routes.ts';
export { writeAuditEntry } from './audit.ts';
