import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FindReached } from '../../reached-accounts.ts';
import { findInstagramLogin } from './instagram/queries.ts';
import { isInstagramTokenValid } from './instagram/rules.ts';
import { findListedAccount } from './listing/queries.ts';
import { findConnection } from './queries.ts';
import { isTokenValid } from './rules.ts';

/** Finds accounts that a user's business login lists, or that have a login at Instagram. */
export function createFindReached({ db, clock }: { db: Database; clock: Clock }): FindReached {
  return async (userId, accountId) => {
    const [connection, own] = await Promise.all([
      findConnection(db, userId),
      findInstagramLogin(db, userId, accountId),
    ]);
    const works = connection !== undefined && isTokenValid(connection, clock());
    const listed = works ? await findListedAccount(db, userId, accountId) : undefined;
    const reached = listed ?? (own && isInstagramTokenValid(own, clock()) ? own : undefined);
    if (!reached) throw new ApiError(works ? 'account_not_found' : 'meta_not_connected');
    const { username, name, picture, followers_count, follows_count, media_count } = reached;
    return { username, name, picture, followers_count, follows_count, media_count };
  };
}
