export { adminRoutes } from './routes.ts';
export { audited, writeAuditEntry } from './audit.ts';
export { verifyAudit } from './log/read-audit.ts';
export { stripeRoutes } from './stripe-routes.ts';
