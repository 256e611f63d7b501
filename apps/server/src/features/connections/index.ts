export { connectionRoutes } from './routes.ts';
export { startConnectionCare } from './jobs.ts';
export { createConnectionAccess, type AccountToken, type ConnectionAccess } from './connection-access.ts';
export { disconnect } from './disconnect.ts';
