export { raiseAccessAlert } from './raise-access-alert.ts';
export { alertRoutes } from './routes.ts';
