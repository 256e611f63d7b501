export { createBuiltInProvider } from './provider/built-in-provider.ts';
export { serveBuiltInProvider } from './provider/serve-provider.ts';
export { createSetupLink } from './links/create-setup-link.ts';
export { createLink, deleteInvitation, listInvitationLinks, type SignInLink } from './links/sign-in-links.ts';
export { toInvitationMail } from './links/invitation-mail.ts';
export type { RecordReset } from './reset-requests/jobs.ts';
export { createCodes } from './codes/codes.ts';
export { isPasswordEnough } from './codes/rules.ts';
export { deleteCodes as removeCodes } from './codes/queries.ts';
export { listSignIns } from './list-sign-ins.ts';
export { createGuessLimits } from './sign-in/guess-limits.ts';
export { createPasskeys } from './passkeys/passkeys.ts';
export {
  confirmIdentityEmail,
  deleteIdentityOfUser,
  findIdentity,
  findIdentityOfUser,
  findVerifiedUser,
  listUnconfirmedEmails,
} from './queries.ts';
export { ownEmailRoutes } from './email/routes.ts';
export { createOwner } from './own/owner.ts';
export { ownCredentialRoutes } from './own/routes.ts';
export { signInRoutes } from './sign-in/routes.ts';
