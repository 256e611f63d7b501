export { createAuthenticate } from './authenticate.ts';
export { createSubjectBinding, type SubjectBinding } from './bind-subject.ts';
export { createProgramAuthentication } from './authenticate-program.ts';
export { endAllSessions } from './session-end.ts';
export { recordActivity } from './activity.ts';
export { authRoutes } from './routes.ts';
export { findIssuedAt } from './session/queries.ts';
export { createSessionStore, type SessionStore } from './session/session-store.ts';
export { createCookies } from './session/cookies.ts';
export { requireSameOrigin } from './session/same-origin.ts';
export { ownSessionRoutes } from './session/own-sessions.ts';
export { sessionRoutes } from './session/routes.ts';
export { deleteUserRow, deleteOldIdentities, findUserOfIdentity, readUser, saveEmail, saveProfile } from './queries.ts';
export {
  maxPictureAttempts,
  type PicturedUser,
  providerPictures,
  replaceProviderPicture,
  toOwnPicture,
} from './provider-pictures.ts';
export { changeStanding, findUsersByEmail, listOperators } from './operators.ts';
export { moveUser } from './roles.ts';
