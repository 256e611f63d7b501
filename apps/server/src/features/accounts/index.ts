export { accountRoutes } from './routes.ts';
export { ownAccounts, requireAccounts, type AccountScope } from './ownership.ts';
export {
  addReference,
  forgetAccount,
  forgetUser,
  holdOrphan,
  listOrphans,
  markOrphans,
  removeReference,
} from './references.ts';
export {
  findAccount,
  listAccountRefs,
  listHolders,
  markActivated,
  recordNewRows,
  registerAccount,
  updateProfile,
} from './queries.ts';
