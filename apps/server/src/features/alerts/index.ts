export { createAccessAnnouncer } from './announce-access.ts';
export { countUnread } from './queries.ts';
