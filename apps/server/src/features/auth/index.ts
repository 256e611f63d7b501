export { createAuthenticate } from './authenticate.ts';
export { deleteOldActivity } from './delete-old-activity.ts';
export { endAllSessions } from './session-end.ts';
export { authRoutes } from './routes.ts';
export { deleteUserRow, deleteOldIdentities, lockUser, readUser, saveProfile } from './queries.ts';
export { changeStanding, findUsersByEmail, listOperators } from './operators.ts';
export { findRoleDecision } from './roles.ts';
