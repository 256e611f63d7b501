export { connectionRoutes } from './routes.ts';
export { createConnectionAccess, type AccountToken, type ConnectionAccess } from './connection-access.ts';
