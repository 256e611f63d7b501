export { createAccessAnnouncer } from './announce-access.ts';
