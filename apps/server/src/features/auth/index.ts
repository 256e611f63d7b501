export type { AccessChange, AnnounceAccess } from './announce-access.ts';
export { createAuthenticate } from './authenticate.ts';
export { createSubjectBinding } from './bind-subject.ts';
export { createProgramAuthentication } from './authenticate-program.ts';
export { endAllSessions } from './session-end.ts';
export { findIssuedAt } from './session/queries.ts';
export { createSessionStore, type SessionStore } from './session/session-store.ts';
export { enterChosen, type EnterWorkspace } from './session/enter-chosen.ts';
export { createCookies, type Cookies } from './session/cookies.ts';
export { requireSameOrigin } from './session/same-origin.ts';
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
