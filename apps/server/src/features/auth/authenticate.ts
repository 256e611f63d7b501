import type { Identity, IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { createUser, findUser, isClosed } from './queries.ts';

interface AuthenticateNeeds {
  db: Database;
  identityProvider: IdentityProvider;
  clock: Clock;
  /** In small letters: whose verified e-mail is one of these becomes an operator. */
  operatorEmails: readonly string[];
  /** Makes them one; false when that was done before. */
  onOperatorNamed(userId: string, email: string): Promise<boolean>;
}

const askAgainMillis = 60_000;

/** Token → viewer. Whoever the provider vouches for is a user from the first call on; role and ban are ours, read each time. */
export function createAuthenticate(needs: AuthenticateNeeds) {
  const { db, identityProvider } = needs;
  const nameIfListed = createNaming(needs);

  return async function authenticate(token: string): Promise<Viewer> {
    const identity = await identityProvider.verify(token);
    const known = await findUser(db, identity);
    if (!known && (await isClosed(db, identity))) throw new Failure('user_deleted');
    if (known?.sessions_ended_at && known.sessions_ended_at > identity.issuedAt) throw new Failure('unauthenticated');
    const user = known ?? (await createUser(db, await identityProvider.withProfile(identity, token)));
    if (user.disabled_at) throw new Failure('user_disabled');
    const isNamed =
      user.role === 'user' && user.named_operator_at === null && (await nameIfListed(user, identity, token));
    return { userId: user.user_id, role: isNamed ? 'system-admin' : user.role };
  };
}

function createNaming({ identityProvider, clock, operatorEmails, onOperatorNamed }: AuthenticateNeeds) {
  const listed = new Set(operatorEmails);
  // Who is listed and not verified: the provider is not asked with every call of theirs.
  const askedAt = new Map<string, number>();

  return async (user: { user_id: string; email: string }, identity: Identity, token: string): Promise<boolean> => {
    if (![user.email, identity.email].some((email) => email !== null && listed.has(email.toLowerCase()))) return false;
    const now = clock().getTime();
    if (now - (askedAt.get(user.user_id) ?? -Infinity) < askAgainMillis) return false;
    askedAt.set(user.user_id, now);
    const { email, emailVerified } = await identityProvider.withProfile(identity, token);
    if (!email || emailVerified !== true || !listed.has(email.toLowerCase())) return false;
    return onOperatorNamed(user.user_id, email);
  };
}
