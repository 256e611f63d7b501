export { createAuthenticate } from './authenticate.ts';
export { forgetOldPresence } from './forget-presence.ts';
export { endAllSessions } from './session-end.ts';
export { authRoutes } from './routes.ts';
export { deleteUserRow, forgetClosedIdentities, lockUser, readUser, saveProfile } from './queries.ts';
export { changeStanding, findUsersByEmail, listOperators, nameOperator } from './operators.ts';
