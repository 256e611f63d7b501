export { deleteOldGuesses } from './passcode-limits.ts';
export { deleteAccountFromLinks, deleteEndedLinks, deleteFrozenContent } from './queries.ts';
export { countLinksByKey, reencryptShareTokens } from './reencrypt-tokens.ts';
export type { LoadContent } from './open-link.ts';
export { readSharedPage } from './shared-page.ts';
export { shareRoutes } from './routes.ts';
export { startShareWork } from './settle-frozen.ts';
