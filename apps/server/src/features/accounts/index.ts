export { ownAccounts, requireAccounts, requireReachedAccount, type AccountScope } from './ownership.ts';
export { copyReferences, countReferences, lendToNewOwner } from './hand-over.ts';
export { announceReferences } from './announce-references.ts';
export {
  hasWorkingLogin,
  lendAccount,
  listAccessibleAccounts,
  listReadableAccounts,
  recordReachedAccounts,
} from './account-access.ts';
export { selectAccountLogins } from './account-logins.ts';
export {
  addReference,
  deleteAccount,
  deleteUserReferences,
  lockOrphan,
  listOrphans,
  markOrphans,
  removeReference,
} from './references.ts';
export {
  findAccount,
  listLinkedAccounts,
  listLinkedUserIds,
  markActivated,
  recordNewRows,
  registerAccount,
  updateProfile,
  type AccountProfile,
} from './queries.ts';
export { findAvatarState, setAvatar, toAvatar } from './queries.ts';
