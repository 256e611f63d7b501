export { createAccessAnnouncer } from './announce-access.ts';
export { raisePastAlerts } from './raise-past-alerts.ts';
export { countUnread } from './queries.ts';
