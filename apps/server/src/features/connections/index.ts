export { neededScopes } from './rules.ts';
export { listInstagramSettings, listMetaSettings } from './meta-settings.ts';
export { processDeletions } from './deletion/process-deletions.ts';
export { createConnectionAccess, type AccountToken, type ConnectionAccess } from './connection-access.ts';
export { reportUnusableKeys, tryKeys } from './tokens/encrypted-tokens.ts';
export { countConnections, countPendingRevocations, endAllInstagramLogins, endAllLogins } from './tokens/queries.ts';
export { revokePendingTokens } from './tokens/revoke-tokens.ts';
