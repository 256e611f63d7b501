export { createAuthenticate } from './authenticate.ts';
export { authRoutes } from './routes.ts';
export { deleteUserRow, forgetClosedIdentities, lockUser, readUser, saveProfile, setRoleByEmail } from './queries.ts';
