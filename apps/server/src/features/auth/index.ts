export { createAuthenticate } from './authenticate.ts';
export { authRoutes } from './routes.ts';
export { readUser, setRoleByEmail } from './queries.ts';
