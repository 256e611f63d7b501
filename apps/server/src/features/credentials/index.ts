export { createBuiltInProvider } from './provider/built-in-provider.ts';
export { serveBuiltInProvider } from './provider/serve-provider.ts';
export { createSetupLink } from './links/create-setup-link.ts';
export { createLink, deleteInvitation, listInvitationLinks, type SignInLink } from './links/sign-in-links.ts';
export { toInvitationMail } from './links/invitation-mail.ts';
export { createUserAdoption } from './adopt-user.ts';
export { createSecondFactorRule } from './second-factor.ts';
export { deleteCodes as removeCodes } from './codes/queries.ts';
export { listSignIns } from './list-sign-ins.ts';
export {
  confirmIdentityEmail,
  deleteIdentityOfUser,
  findIdentity,
  findIdentityOfUser,
  hasIdentities,
  listUnconfirmedEmails,
} from './queries.ts';
