import type { IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { createUser, findUser, isClosed } from './queries.ts';

/** Token → viewer. Whoever the provider vouches for is a user from the first call on; role and ban are ours, read each time. */
export function createAuthenticate({ db, identityProvider }: { db: Database; identityProvider: IdentityProvider }) {
  return async function authenticate(token: string): Promise<Viewer> {
    const identity = await identityProvider.verify(token);
    const known = await findUser(db, identity);
    if (!known && (await isClosed(db, identity))) throw new Failure('user_deleted');
    const user = known ?? (await createUser(db, await identityProvider.withProfile(identity, token)));
    if (user.disabled_at) throw new Failure('user_disabled');
    return { userId: user.user_id, role: user.role };
  };
}
