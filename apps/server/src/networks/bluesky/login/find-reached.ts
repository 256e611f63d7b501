import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { FindReached } from '../../reached-accounts.ts';
import { listLogins } from './queries.ts';

/** Finds accounts whose ownership the user has proven. */
export function createBlueskyFindReached(db: Database): FindReached {
  return async (userId, accountId) => {
    const [login] = await listLogins(db, userId, accountId);
    if (!login) throw new ApiError('account_not_found');
    const { username, name, picture, followers_count, follows_count, media_count } = login;
    return { username, name, picture, followers_count, follows_count, media_count };
  };
}
