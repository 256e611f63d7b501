export { neededScopes } from './rules.ts';
export { connectionRoutes } from './routes.ts';
export { listMetaSettings } from './meta-settings.ts';
export { metaDeletionRoutes, processDeletions } from './deletion/index.ts';
export { createConnectionAccess, type AccountToken, type ConnectionAccess } from './connection-access.ts';
export { disconnect } from './disconnect.ts';
export { reportUnusableKeys, tryKeys } from './tokens/encrypted-tokens.ts';
export { countConnections, countPendingRevocations, endAllLogins } from './tokens/queries.ts';
export { revokePendingTokens } from './tokens/revoke-tokens.ts';
