export { accountRoutes } from './routes.ts';
export { ownAccounts, requireAccounts, requireReachedAccount, type AccountScope } from './ownership.ts';
export { listReachedAccounts, listReadableAccounts, saveReach } from './reach.ts';
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
  listAccountRefs,
  listLinkedUserIds,
  markActivated,
  recordNewRows,
  registerAccount,
  updateProfile,
} from './queries.ts';
