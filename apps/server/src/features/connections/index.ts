export { connectionRoutes } from './routes.ts';
export { forgetOldDeletions, metaDeletionRoutes, workOffDeletions } from './deletion/index.ts';
export { startConnectionCare } from './jobs.ts';
export { createConnectionAccess, type AccountToken, type ConnectionAccess } from './connection-access.ts';
export { disconnect } from './disconnect.ts';
export { countSealedTokens, resealTokens, tryKeys } from './tokens/sealed-tokens.ts';
export { countConnections, countTokensToGiveBack, endAllLogins } from './tokens/queries.ts';
export { giveTokensBack } from './tokens/give-tokens-back.ts';
