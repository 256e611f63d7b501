import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { mayBeEmbedded } from './queries.ts';
import { isToken, toTokenHash } from './tokens.ts';

export { deleteOldGuesses } from './passcode-limits.ts';
export { deleteAccountFromLinks, deleteEndedLinks, deleteFrozenContent } from './queries.ts';
export { countLinksByKey, reencryptShareTokens } from './reencrypt-tokens.ts';
export type { LoadContent } from './open-link.ts';
export { shareRoutes } from './routes.ts';
export { startShareWork } from './settle-frozen.ts';

/** Whether the page of a link may appear in frames of other sites. */
export async function isEmbeddable({ db, clock }: { db: Database; clock: Clock }, token: string): Promise<boolean> {
  return isToken(token) && mayBeEmbedded(db, toTokenHash(token), clock());
}
